import Foundation
import Simulator
internal import SystemSupport

/// The destination of results: standard output, or a file that is written atomically.
///
/// A file is written beside its place and renamed at the end, with the mode of the one that it replaces. A file with
/// several names (hard links) would lose them by that: into such a file the finished results are copied, so only an end
/// of the process or the machine during that copy leaves half of them. Links to a file are followed.
final class ResultSink {
  private enum Target {
    case console(Console)
    case file(FileHandle, temporary: String, final: String)
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
    switch try ResultPlace(path) {
    case .file(let place, let exists):
      target = try Self.temporaryFile(for: place, typed: path, exists: exists)
    case .stream(let place):
      do {
        target = .stream(try FileHandle(forWritingTo: URL(fileURLWithPath: place)))
      } catch {
        throw .unwritable(path: path, reason: Self.reason(of: error))
      }
    }
  }

  private static func temporaryFile(
    for place: String, typed path: String, exists: Bool
  ) throws(UsageError) -> Target {
    if exists, !FileManager.default.isWritableFile(atPath: place) {
      throw .unwritable(path: path, reason: "the file may not be written")
    }
    UnfinishedResults.removeAbandoned(for: place)
    let temporary = UnfinishedResults.path(for: place)
    // Of an earlier process with the same number.
    LockedFile.removeAbandoned(temporary)
    // From here on an interruption must not leave that file behind.
    Interrupts.listen()
    switch LockedFile.make(temporary, isPrivate: exists) {
    case .descriptor(let descriptor):
      if exists { _ = FileReplacement.setAttributes(of: temporary, from: place) }
      return .file(
        FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), temporary: temporary,
        final: place)
    case .failed(let number):
      throw .unwritable(path: path, reason: reason(of: Self.error(number)))
    }
  }

  private static func error(_ number: Int32) -> NSError {
    NSError(domain: NSPOSIXErrorDomain, code: Int(number))
  }

  /// The system's reason for an error, without the layers around it.
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

  /// Writes bytes, sooner or later.
  ///
  /// - Throws: ``OutputFault``.
  func write(_ bytes: [UInt8]) throws(OutputFault) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Writes the bytes of a line and a line feed, sooner or later.
  ///
  /// - Throws: ``OutputFault``.
  func write(line: ArraySlice<UInt8>) throws(OutputFault) {
    buffer.append(contentsOf: line)
    buffer.append(UInt8(ascii: "\n"))
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
    } catch {
      abandon()
      throw OutputFault(reason: Self.reason(of: error))
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: final)
    if attributes?[.referenceCount] as? Int ?? 1 > 1 {
      try copy(temporary, into: final)
    } else {
      if attributes != nil { _ = FileReplacement.setAttributes(of: temporary, from: final) }
      if let number = FileReplacement.move(temporary, to: final) {
        abandon()
        throw OutputFault(reason: Self.reason(of: Self.error(number)))
      }
    }
    try? handle.close()
  }

  /// Copies the results into a file that keeps all its names, and keeps them apart where that fails.
  private func copy(_ temporary: String, into final: String) throws(OutputFault) {
    guard let number = FileReplacement.copy(temporary, into: final) else { return abandon() }
    let whole = final + ".whole"
    let kept = FileReplacement.move(temporary, to: whole) == nil ? whole : temporary
    throw OutputFault(
      reason: "\(Self.reason(of: Self.error(number))); they are whole in \(kept), move them by hand"
    )
  }

  /// Leaves nothing behind; for a command that did not come to its end.
  func abandon() {
    guard case .file(let handle, let temporary, _) = target else { return }
    try? FileManager.default.removeItem(atPath: temporary)
    try? handle.close()
  }
}

/// Results that could not be written although the file could be opened, as on a full disk.
struct OutputFault: Error, CustomStringConvertible {
  let reason: String
  var description: String { "the results could not be written: \(reason)" }
}
