import Foundation

// Called by the plugin ScenarioIndex before a build:
//   ScenarioIndexer catalog OUTPUT --library NAME --package FOLDER --folder FOLDER --module NAME FILE...
//   ScenarioIndexer tests OUTPUT --program NAME [--xctest] (--module NAME FILE...)...
// It writes Swift source, or fails the build for a scenario that would be lost.

func complain(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

guard let order = IndexerOrder(Array(CommandLine.arguments.dropFirst())) else {
  complain("usage: ScenarioIndexer catalog|tests OUTPUT [OPTIONS] --module NAME FILE...")
  exit(64)
}
var run = IndexerRun(order)
let source = run.source()
for complaint in run.complaints { complain(complaint) }
guard run.complaints.isEmpty else { exit(1) }
// What says the same stays as it is: a file that is written anew has what depends on it compiled anew.
if (try? String(contentsOfFile: order.output, encoding: .utf8)) == source { exit(0) }
do {
  try source.write(toFile: order.output, atomically: true, encoding: .utf8)
} catch {
  complain("error: the list of scenarios cannot be written to \(order.output): \(error)")
  exit(74)
}
