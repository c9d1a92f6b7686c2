import Findings
import Foundation
import ProspectToCash

extension Failure {
  /// The failure as one line of JSON, for programs that asked for that, in the words of a language.
  func json(_ words: Translations) -> String {
    struct Document: Encodable {
      struct Error: Encodable {
        var exitCode: Int32
        var code: String?
        var message: String
      }
      var schemaVersion = 1
      var tool = "p2c"
      var error: Error
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let document = Document(error: .init(exitCode: exitCode, code: findingCode, message: words(self.words)))
    guard let data = try? encoder.encode(document) else { preconditionFailure("texts and numbers can be encoded") }
    return String(decoding: data, as: UTF8.self)
  }

  /// The finding code that the message has, if it has one.
  private var findingCode: String? { message.firstMatch(of: /\bP2C[0-9]{4}\b/).map { String($0.output) } }
}
