import ArgumentParser
import Findings
import Foundation
import Mapping
import ProspectToCash

/// The help of a command in a language, in the layout of the parser of command lines. The English words are those of the commands.
struct HelpText {
  /// Columns in front of the explanation of an option.
  private static let labelWidth = 26

  private let words: Translations
  private let columns: Int

  /// Help in the words of a language, for a screen of so many columns.
  init(_ words: Translations, columns: Int) {
    self.words = words
    self.columns = columns
  }

  /// The help of the command that such words call; nil if there is none.
  func text(of path: [String]) -> String? {
    guard let outline = CommandOutline.program?.command(at: path) else { return nil }
    let paragraphs = outline.paragraphs.map(words.sentence).joined(separator: "\n\n")
    var text = wrapped(words("OVERVIEW: \(paragraphs)"), indent: 0) + "\n\n"
    text += words("USAGE: \(CommandOutline.usage(of: path))") + "\n\n"
    let items = outline.items
    let sections: [(heading: String, items: [(label: String, text: String)])] = [
      (words.sentence("ARGUMENTS"), items.filter(\.isPositional).map { ($0.label, explanation($0)) }),
      (words.sentence("OPTIONS"), items.filter { !$0.isPositional }.map { ($0.label, explanation($0)) }),
      (words.sentence("SUBCOMMANDS"), outline.commands.map { ($0.commandName, words.sentence($0.abstract ?? "")) }),
    ]
    text += sections.filter { !$0.items.isEmpty }.map { section in
      "\(section.heading):\n" + section.items.map { item($0.label, $0.text) }.joined()
    }.joined(separator: "\n")
    if !outline.commands.isEmpty {
      let help = (["p2c", "help"] + path + ["<subcommand>"]).joined(separator: " ")
      text += "\n  " + words("See '\(help)' for detailed help.")
    }
    return text
  }

  /// What an option does, with the values that it takes and the one that it has without being given.
  private func explanation(_ item: CommandOutline.Item) -> String {
    let values = item.values.joined(separator: ", ")
    let limits: Message? =
      switch (item.values.isEmpty, item.usual.isEmpty) {
      case (true, true): nil
      case (true, false): "(default: \(item.usual))"
      case (false, true): "(values: \(values))"
      case (false, false): "(values: \(values); default: \(item.usual))"
      }
    return [words.sentence(item.abstract), limits.map { words($0) } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func item(_ label: String, _ text: String) -> String {
    let label = "  " + label
    if text.isEmpty { return label + "\n" }
    let text = wrapped(text, indent: HelpText.labelWidth)
    return (label.count < HelpText.labelWidth ? label + text.dropFirst(label.count) : label + "\n" + text) + "\n"
  }

  /// A text in lines of the screen's width. A line ends in front of a blank, which counts.
  private func wrapped(_ text: String, indent: Int) -> String {
    let width = max(columns - indent, 20)
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      var rest = paragraph.split(separator: " ", omittingEmptySubsequences: false)[...]
      while let word = rest.popFirst() {
        let longer = line.isEmpty ? String(word) : "\(line) \(word)"
        let isLast = rest.isEmpty
        if !line.isEmpty, longer.count > (isLast ? width : width - 1) {
          lines.append(line)
          line = String(word)
        } else {
          line = longer
        }
      }
      lines.append(line)
    }
    return lines.map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }
}
