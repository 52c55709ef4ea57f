import Foundation
import Simulator

/// Where results go: standard output, or a file that is there whole or not at all.
final class ResultSink {
  private enum Target {
    case console(Console)
    case file(FileHandle, temporary: URL, final: URL)
    /// A pipe or a device, which cannot be replaced.
    case stream(FileHandle)
  }

  private let target: Target
  private var buffer: [UInt8] = []
  private static let bufferBytes = 1 << 16
  /// Whether results may be coloured.
  let hasColour: Bool
  /// Whether results go to the console.
  var isConsole: Bool { if case .console = target { true } else { false } }

  /// Opens what `path` names, or the console for nil, before anything is run.
  ///
  /// - Throws: ``UsageError/unwritable(path:reason:)``.
  init(path: String?, console: Console) throws(UsageError) {
    guard let path else {
      target = .console(console)
      hasColour = console.hasColour
      return
    }
    hasColour = false
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
    switch attributes?[.type] as? FileAttributeType {
    case .typeDirectory?: throw .unwritable(path: path, reason: "it is a folder")
    case .typeRegular?, nil:
      target = try Self.temporaryFile(for: place, typed: path, exists: attributes != nil)
    default:
      do {
        target = .stream(try FileHandle(forWritingTo: place))
      } catch {
        throw .unwritable(path: path, reason: Self.reason(of: error))
      }
    }
  }

  private static func temporaryFile(
    for place: URL, typed path: String, exists: Bool
  ) throws(UsageError) -> Target {
    if exists, !FileManager.default.isWritableFile(atPath: place.path) {
      throw .unwritable(path: path, reason: "the file may not be written")
    }
    let name = ".\(place.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part"
    let temporary = place.deletingLastPathComponent().appendingPathComponent(name)
    // From here on an interruption must not leave that file behind.
    Interrupts.listen()
    do {
      try Data().write(to: temporary)
      return .file(
        try FileHandle(forWritingTo: temporary), temporary: temporary, final: place)
    } catch {
      throw .unwritable(path: path, reason: reason(of: error))
    }
  }

  /// What the system says about an error, without the layers around it.
  static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let text = (underlying ?? error).localizedDescription
    let preamble = "The operation could not be completed. "
    return text.hasPrefix(preamble) ? String(text.dropFirst(preamble.count)) : text
  }

  /// Writes text, sooner or later.
  ///
  /// - Throws: ``OutputFault``.
  func write(_ text: String) throws(OutputFault) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Writes what was kept back.
  func flush() throws(OutputFault) {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !buffer.isEmpty else { return }
    switch target {
    case .console(let console):
      console.results(String(decoding: buffer, as: UTF8.self))
      if let fault = console.fault { throw fault }
    case .file(let handle, _, _), .stream(let handle):
      do {
        try handle.write(contentsOf: Data(buffer))
      } catch {
        throw OutputFault(reason: Self.reason(of: error))
      }
    }
  }

  /// Writes everything and puts the file in its place.
  func finish() throws(OutputFault) {
    try flush()
    guard case .file(let handle, let temporary, let final) = target else { return }
    do {
      try handle.synchronize()
      try handle.close()
    } catch {
      abandon()
      throw OutputFault(reason: Self.reason(of: error))
    }
    if let number = FileReplacement.move(temporary.path, to: final.path) {
      abandon()
      let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      throw OutputFault(reason: Self.reason(of: error))
    }
  }

  /// Leaves nothing behind; for a command that did not come to its end.
  func abandon() {
    guard case .file(_, let temporary, _) = target else { return }
    try? FileManager.default.removeItem(at: temporary)
  }
}

/// Results that could not be written although the file could be opened, as on a full disk.
struct OutputFault: Error, CustomStringConvertible {
  let reason: String
  var description: String { "the results could not be written: \(reason)" }
}
