import Mapping

extension Failure {
  /// A name on the command line that nothing has: what it should be the name of, what is known, and the command that lists it. `like` is what the name may have meant, in full.
  package init(
    unknown kind: String, _ name: String, like meant: String? = nil, among known: [String], listedBy command: String
  ) {
    let hint = NameDistance.nearest(to: meant ?? name, among: known).map { "did you mean \($0)? See" } ?? "see"
    self.init(message: "there is no \(kind) \(name); \(hint) `\(command)`", exitCode: 64)
  }

  /// A template that does not exist.
  package init(unknownTemplate name: String, among known: [String]) {
    self.init(unknown: "template", name, among: known, listedBy: "p2c templates list")
  }
}
