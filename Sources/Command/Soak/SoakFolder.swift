import Foundation
internal import Harness
import Simulator
internal import SystemSupport

/// The folder of a soak: its state, the days that are kept, the classes of failures, and the summary so far.
///
/// Each file is written whole or not at all. One soak at a time uses a folder.
final class SoakFolder {
  /// What a folder says of the soak before.
  enum Past: Equatable {
    /// Nothing: it is new.
    case none
    /// It was stopped here.
    case state(SoakState)
    /// Its state was damaged.
    case damaged
  }

  /// The folder that is used when nothing else is said.
  static let standardName = "Soak"
  /// The folder of days in it, which `explore --corpus` takes as well.
  static let corpusName = "Days"
  /// The folder of classes in it.
  static let classesName = "Failures"

  /// The folder as it was typed.
  let path: String
  /// The days that are kept.
  let corpus: DayCorpus
  private var lock: FileHandle?
  private let console: Console

  private var statePath: String { path + "/state" }
  private var lockPath: String { path + "/.lock" }
  private var classesPath: String { path + "/" + Self.classesName }

  /// The path of the file of a class.
  func path(of failure: SoakClass) -> String { classesPath + "/" + failure.fileName }

  /// Opens a folder, making it where it is not there, and keeps other soaks out of it.
  init(_ path: String, console: Console) throws(UsageError) {
    self.path = path
    self.console = console
    corpus = DayCorpus(path: path + "/" + Self.corpusName)
    do {
      try FileManager.default.createDirectory(
        atPath: classesPath, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: path, reason: ResultSink.reason(of: error))
    }
    LockedFile.removeAbandoned(lockPath)
    switch LockedFile.make(lockPath, isPrivate: false) {
    case .descriptor(let descriptor):
      lock = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    case .failed(EEXIST):
      throw .unwritable(
        path: path,
        reason: "another soak uses this folder; wait for its end, or name another --folder")
    case .failed(let number):
      throw .unwritable(
        path: path,
        reason: ResultSink.reason(of: NSError(domain: NSPOSIXErrorDomain, code: Int(number))))
    }
  }

  /// Lets others use it.
  func close() {
    guard let lock else { return }
    try? FileManager.default.removeItem(atPath: lockPath)
    try? lock.close()
    self.lock = nil
  }

  /// The state of the soak before.
  func past() throws(UsageError) -> Past {
    guard FileManager.default.fileExists(atPath: statePath) else { return .none }
    let text: String
    do {
      text = try TextFile.read(statePath, limit: Self.bytesMost)
    } catch {
      return .damaged
    }
    do {
      return .state(try SoakState(parsing: text))
    } catch {
      guard case .version(let version) = error else { return .damaged }
      throw .unreadable(
        path: statePath,
        reason: """
          it is of version \(version), which this build does not read; go on with the build that wrote it, or name \
          another --folder
          """)
    }
  }

  private static let bytesMost = 1 << 28

  /// The classes that were found, by the names of their files.
  func classes() throws(UsageError) -> [SoakClass] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: classesPath)
        .filter { $0.hasSuffix(SoakClass.suffix) && !$0.hasPrefix(".") }.sorted()
    } catch {
      throw .unreadable(path: classesPath, reason: ResultSink.reason(of: error))
    }
    var classes: [SoakClass] = []
    for name in names {
      let path = classesPath + "/" + name
      do {
        classes.append(try SoakClass(parsing: try TextFile.read(path)))
      } catch {
        let reason = (error as? TextFileError)?.reason ?? (error as? Misfit)?.reason ?? "\(error)"
        throw .unreadable(
          path: path, reason: "\(reason); mend it, or move it away to have its class told anew")
      }
    }
    return classes.sorted { ($0.runsBefore, $0.statement) < ($1.runsBefore, $1.statement) }
  }

  /// Writes the file of a class.
  func keep(_ failure: SoakClass) throws { try write(failure.description, to: path(of: failure)) }

  /// Writes the state.
  func keep(_ state: SoakState) throws { try write(state.text, to: statePath) }

  /// Writes the summary so far.
  func keep(summary: String) throws { try write(summary, to: path + "/summary.txt") }

  private func write(_ text: String, to path: String) throws {
    let sink = try ResultSink(path: path, console: console)
    do {
      try sink.write(text)
      try sink.finish()
    } catch {
      sink.abandon()
      throw error
    }
  }
}
