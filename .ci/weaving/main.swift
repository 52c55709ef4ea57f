// Weaves breakages into copies of source files, so that one build holds all of them.
//
// usage: weave ROOT OUT LIST
//
// ROOT is the root of the package, OUT that of a copy, whose files are written. LIST names a file with a row for each file
// that a breakage changes, with tabs: its number, the file relative to the root, and where the changed file is. Prints the
// number of each breakage that cannot be woven, a tab and the reason; none of its files is in the copy.
import Foundation

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(70)
}

func read(_ path: String) -> String {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
    fail("cannot read \(path)")
  }
  return text
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3 else { fail("usage: weave ROOT OUT LIST") }
let (root, out) = (arguments[0], arguments[1])
let rows = read(arguments[2]).split(separator: "\n").map { line in
  let parts = line.split(separator: "\t").map(String.init)
  guard parts.count == 3, let number = Int(parts[0]) else { fail("not a row of the list: \(line)") }
  return (number: number, file: parts[1], changed: parts[2])
}

var refused: [Int: String] = [:]
// One file of a breakage that cannot be woven takes the others with it.
while true {
  var weaves: [String: Weave] = [:]
  var news: [Int: String] = [:]
  for row in rows where refused[row.number] == nil && news[row.number] == nil {
    do throws(Weave.Refusal) {
      try weaves[row.file, default: Weave(read(root + "/" + row.file))].add(
        read(row.changed), as: row.number)
    } catch {
      news[row.number] = "\(row.file): \(error.reason)"
    }
  }
  guard news.isEmpty else {
    refused.merge(news) { $1 }
    continue
  }
  for (file, weave) in weaves {
    try Data(weave.text.utf8).write(to: URL(fileURLWithPath: out + "/" + file))
  }
  break
}
for (number, reason) in refused.sorted(by: { $0.key < $1.key }) { print("\(number)\t\(reason)") }
