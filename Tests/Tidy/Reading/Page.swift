import Foundation

/// One page of the documentation: Markdown as people read it on a code host and in the built archive.
struct Page: CustomStringConvertible, Sendable {
  /// A link of a page to somewhere else.
  struct Link: Hashable, Sendable {
    let target: String
    /// Counted from 1.
    let line: Int
  }

  /// A piece of code within a line.
  struct CodeSpan: Hashable, Sendable {
    let text: String
    /// Counted from 1.
    let line: Int
  }

  /// The path from the root of the package.
  let path: String
  /// The lines outside of blocks of code, with their numbers.
  let prose: [(number: Int, text: Substring)]
  /// The lines of blocks of code between fences, with their numbers and the language that the fence names.
  let code: [(number: Int, text: Substring, language: Substring)]

  var description: String { path }

  init(path: String, text: String) {
    self.path = path
    var prose: [(Int, Substring)] = []
    var code: [(Int, Substring, Substring)] = []
    var language: Substring?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
      } else if let language {
        code.append((index + 1, line, language))
      } else if !line.hasPrefix("    ") {
        prose.append((index + 1, line))
      }
    }
    self.prose = prose
    self.code = code
  }

  /// The folder that its links are relative to, with a slash at the end unless it is the root.
  var folder: String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The links to other places, in their order.
  var links: [Link] {
    prose.flatMap { number, text in
      text.matches(of: /\]\(([^)\s]+)\)/).map { Link(target: String($0.output.1), line: number) }
    }
  }

  /// The pieces of code within its lines, in their order.
  var codeSpans: [CodeSpan] {
    prose.flatMap { number, text in
      text.matches(of: /``?([^`]+)``?/).map { CodeSpan(text: String($0.output.1), line: number) }
    }
  }

  /// The headings, as links refer to them: lower case, dashes for spaces, no punctuation.
  var anchors: Set<String> {
    Set(
      prose.compactMap { _, text in
        guard text.hasPrefix("#") else { return nil }
        let heading = text.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return String(
          heading.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            .map { $0 == " " ? "-" : $0 })
      })
  }

  /// The first paragraph below the title.
  var opening: Substring {
    prose.first { !$0.text.isEmpty && !$0.text.hasPrefix("#") }?.text ?? ""
  }
}

/// The pages of the repository.
enum PageTree {
  /// Every Markdown file that belongs to the repository, in the order of the paths.
  static let pages: [Page] = paths.compactMap { path in
    (try? String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)).map {
      Page(path: path, text: $0)
    }
  }

  /// The page at a path from the root of the package.
  static func page(_ path: String) -> Page? { pages.first { $0.path == path } }

  /// Whether a file or a folder stands at a path from the root of the package.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: SourceTree.root.appending(path: path).path)
  }

  /// Files of the root, and of these folders at any depth; what builds leave behind is none of it.
  private static var paths: [String] {
    let root = SourceTree.root.path
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let deep = ["Documentation", "Examples", "Sources", "Tests", "scenarios"].flatMap { folder in
      let found = FileManager.default.enumerator(atPath: "\(root)/\(folder)")
      return (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    return (top + deep).filter { $0.hasSuffix(".md") && !$0.contains("/.build/") }.sorted()
  }
}
