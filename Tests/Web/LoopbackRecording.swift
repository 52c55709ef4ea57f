import Foundation

/// What a real client and a real server have noted of the exchanges of a script, in a file beside this one.
struct LoopbackRecording {
  /// The notes of each exchange, by its name.
  var notes: [String: [String]] = [:]
  /// The requests of each, where the recording has them: those of the script at the time.
  var requests: [String: [String]] = [:]

  /// Reads a recording: "# exchange", "> request", and the notes as they are; lines with a semicolon are for people.
  static func read(_ name: String) throws -> LoopbackRecording {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    var recording = LoopbackRecording()
    var exchange = ""
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix(";") { continue }
      if line.hasPrefix("# ") {
        exchange = String(line.dropFirst(2))
        recording.notes[exchange] = []
      } else if line.hasPrefix("> ") {
        recording.requests[exchange, default: []].append(String(line.dropFirst(2)))
      } else {
        recording.notes[exchange]?.append(String(line))
      }
    }
    return recording
  }

  /// Notes of which those that are alike and come one behind the other are counted.
  static func folded(_ notes: [String]) -> [String] {
    var folded: [String] = []
    var place = 0
    while place < notes.count {
      let count = notes[place...].prefix { $0 == notes[place] }.count
      folded.append(count > 1 ? "\(notes[place]) (\(count) times)" : notes[place])
      place += count
    }
    return folded
  }
}
