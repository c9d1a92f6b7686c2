package import Findings
import Mapping

extension Failure {
  /// A name on the command line that nothing has: what it should be the name of, what is known, and the command that lists it. `like` is what the name may have meant, in full.
  package init(
    unknown kind: Message, _ name: String, like meant: String? = nil, among known: [String], listedBy command: String
  ) {
    let message: Message =
      if let nearest = NameDistance.nearest(to: meant ?? name, among: known) {
        "there is no \(kind) \(name); did you mean \(nearest)? See `\(command)`"
      } else {
        "there is no \(kind) \(name); see `\(command)`"
      }
    self.init(message: message, exitCode: 64)
  }

  /// A template that does not exist.
  package init(unknownTemplate name: String, among known: [String]) {
    self.init(unknown: "template", name, among: known, listedBy: "p2c templates list")
  }
}
