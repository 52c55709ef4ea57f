import Foundation

// Called by the build for the target that holds the scenario files:
//   ScenarioIndexer OUTPUT FILE...
// It writes the list of all declarations, or fails the build for a scenario that would be lost.

func complain(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first else {
  complain("usage: ScenarioIndexer OUTPUT FILE...")
  exit(64)
}

var lines: [String] = []
var failed = false
for path in arguments.dropFirst() {
  let source: String
  do {
    source = try String(contentsOfFile: path, encoding: .utf8)
  } catch {
    complain("\(path):1:1: error: the file cannot be read as UTF-8 text: \(error)")
    failed = true
    continue
  }
  let finder = ScenarioFinder(source: source)
  for stray in finder.strays {
    complain("\(path):\(stray.line):1: error: \(stray.reason)")
    failed = true
  }
  for declaration in finder.declarations {
    lines.append("    .init(\"\(declaration.name)\", Scenarios.\(declaration.name)),")
  }
}
if failed { exit(1) }

let text = """
  // Made by ScenarioIndexer from the scenario files at each build; never edited.
  public import Simulator

  extension ScenarioCatalog {
    /// Every scenario that the scenario files declare, by file and line.
    public static let all = ScenarioCatalog([
  \(lines.joined(separator: "\n"))
    ])
  }

  """
do {
  try text.write(toFile: output, atomically: true, encoding: .utf8)
} catch {
  complain("error: the list of scenarios cannot be written to \(output): \(error)")
  exit(74)
}
