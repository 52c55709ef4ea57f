// Weaves the mutants of source files into copies of them.
//
// usage: mutation ROOT OUT DROPPED [ERRORS] -- FILE ...
//
// ROOT is the root of the package; FILEs are relative to it; OUT is the root of a copy, whose files are written. DROPPED
// names a file with the keys of mutants that do not compile, one a line; with ERRORS, the compiler's messages about the
// copy as it was woven last, the mutants that they speak of are added to it. Prints a line for each mutant, with tabs:
// number, file, line, key.
import Foundation

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(70)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let separator = arguments.firstIndex(of: "--"), separator == 3 || separator == 4 else {
  fail("usage: mutation ROOT OUT DROPPED [ERRORS] -- FILE ...")
}
let (root, out, list) = (arguments[0], arguments[1], arguments[2])
let files = arguments[(separator + 1)...].sorted()
var dropped = Set(
  ((try? String(contentsOfFile: list, encoding: .utf8)) ?? "").split(whereSeparator: \.isNewline)
    .map(String.init))

var trees: [String: SourceFileSyntaxBox] = [:]
for file in files {
  guard let text = try? String(contentsOfFile: root + "/" + file, encoding: .utf8) else {
    fail("cannot read \(file)")
  }
  trees[file] = SourceFileSyntaxBox(text: text)
}
let siblings = EnumCases.siblings(in: files.map { trees[$0]!.tree })

var number = 0
var all: [(number: Int, mutant: Mutant)] = []
for file in files {
  let tree = trees[file]!.tree
  let finders = [
    SiteFinder(file: file, tree: tree, siblings: siblings), ValueFinder(file: file, tree: tree),
  ]
  for finder in finders {
    finder.walk(tree)
    for mutant in finder.mutants {
      number += 1
      all.append((number, mutant))
    }
  }
}

func weave(_ file: String) -> Weaving {
  Weaving(
    Array(trees[file]!.text.utf8),
    mutants: all.filter { $0.mutant.file == file && !dropped.contains($0.mutant.key) }.map {
      ($0.number, $0.mutant.edit)
    })
}

if separator == 4 {
  guard let text = try? String(contentsOfFile: arguments[3], encoding: .utf8) else {
    fail("cannot read \(arguments[3])")
  }
  var (named, unknown) = (Set<String>(), [String]())
  // The compiler tells an error once for each file that it compiles meanwhile.
  let errors = Set(text.split(whereSeparator: \.isNewline)).filter { $0.contains(": error:") }
  for file in files {
    let lines = errors.filter { $0.contains(file + ":") }
    guard !lines.isEmpty else { continue }
    let weaving = weave(file)
    for line in lines {
      let parts = line[line.range(of: file + ":")!.upperBound...].split(separator: ":")
      guard parts.count > 2, let row = Int(parts[0]), let column = Int(parts[1]) else { continue }
      if let one = weaving.mutant(line: row, column: column) {
        named.insert(all[one - 1].mutant.key)
      } else {
        // Where a closure's type follows from a mutant, the error stands beside it.
        let several =
          (0...6).lazy.map { weaving.mutants(onLine: row + $0) + weaving.mutants(onLine: row - $0) }
          .first { !$0.isEmpty } ?? []
        if several.isEmpty { unknown.append(String(line)) }
        for one in several { named.insert(all[one - 1].mutant.key) }
      }
    }
  }
  if named.isEmpty {
    let lines = unknown.isEmpty ? text.split(whereSeparator: \.isNewline).map(String.init) : unknown
    fail(
      (["the compiler's errors are none of a mutant's:"] + lines.prefix(20)).joined(separator: "\n")
    )
  }
  dropped.formUnion(named)
  try (dropped.sorted().joined(separator: "\n") + "\n").write(
    toFile: list, atomically: true, encoding: .utf8)
}

for file in files {
  try Data(weave(file).text).write(to: URL(fileURLWithPath: out + "/" + file))
}
for (number, mutant) in all where !dropped.contains(mutant.key) {
  print("\(number)\t\(mutant.file)\t\(mutant.line)\t\(mutant.key)")
}
