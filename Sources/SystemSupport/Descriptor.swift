#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file descriptor that is closed with the value that owns it.
///
/// Descriptors are not inherited by child processes; ``ChildProcess`` hands on those that it is given.
package final class Descriptor: Sendable {
  /// The number of the descriptor.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    _ = close(number)
  }

  /// Keeps a descriptor from being inherited by processes that this one starts.
  package static func keep(_ number: Int32) { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

  /// Makes reads and writes return instead of waiting.
  package func setNonBlocking() throws(SystemError) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) >= 0 else {
      throw .last("change a descriptor")
    }
  }

  /// Reads what is there, up to the capacity of `buffer`, and appends it to `bytes`.
  ///
  /// - Returns: The number of bytes read; 0 at the end; nil where nothing is there yet.
  package func read(
    into bytes: inout [UInt8], buffer: inout [UInt8]
  ) throws(SystemError) -> Int? {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(number, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        bytes.append(contentsOf: buffer[..<count])
        return count
      }
      if errno == EINTR { continue }
      if errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      throw .last("read")
    }
  }

  /// Writes what can be written now.
  ///
  /// - Returns: The number of bytes written; fewer than given only where the descriptor does not block.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try Descriptor.write(bytes, to: number)
  }

  /// Writes to a descriptor that nobody owns, such as standard output.
  package static func write(
    _ bytes: ArraySlice<UInt8>, to number: Int32
  ) throws(SystemError) -> Int {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe systemWrite(number, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest.removeFirst(count)
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        break
      } else {
        throw .last("write")
      }
    }
    return bytes.count - rest.count
  }

  /// Makes a pipe; the first end is read, the second written.
  package static func pipe() throws(SystemError) -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    let status = unsafe ends.withUnsafeMutableBufferPointer { buffer in
      unsafe systemPipe(buffer.baseAddress!)
    }
    guard status == 0 else { throw .last("make a pipe") }
    let pair = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) < 0 { throw .last("make a pipe") }
    return pair
  }

  /// Makes a connection between two processes; a write to an end whose other end is closed is an error and no signal.
  package static func connection() throws(SystemError) -> (here: Descriptor, there: Descriptor) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = Int32(SOCK_STREAM)
    #endif
    let status = unsafe ends.withUnsafeMutableBufferPointer { buffer in
      unsafe socketpair(AF_UNIX, kind, 0, buffer.baseAddress)
    }
    guard status == 0 else { throw .last("make a connection") }
    let pair = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) < 0 { throw .last("make a connection") }
    #if canImport(Darwin)
      var isOn: Int32 = 1
      unsafe setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(4))
    #endif
    return pair
  }

  /// Writes what can be written now to one end of a ``connection()``.
  ///
  /// - Returns: The number of bytes written.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    #if canImport(Darwin)
      return try write(bytes)
    #else
      while true {
        let count = unsafe bytes.withUnsafeBytes {
          unsafe systemSend(number, $0.baseAddress, $0.count)
        }
        if count >= 0 { return count }
        if errno == EINTR { continue }
        if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
        throw .last("send")
      }
    #endif
  }

  /// Waits until one of the descriptors can be read (or has ended), or written, or until the time is up.
  ///
  /// - Parameters:
  ///   - reading: Those that somebody wants to read.
  ///   - writing: Those that somebody wants to write to.
  ///   - milliseconds: The maximum time to wait.
  /// - Returns: Whether each descriptor is ready, in the order of `reading` and of `writing`.
  package static func wait(
    reading: [Int32], writing: [Int32] = [], milliseconds: Int32
  ) throws(SystemError) -> (readable: [Bool], writable: [Bool]) {
    var entries =
      reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let count = unsafe entries.withUnsafeMutableBufferPointer {
      unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
    }
    guard count >= 0 || errno == EINTR else { throw .last("wait for a descriptor") }
    let ready = entries.map { count > 0 && $0.revents != 0 }
    return (Array(ready[..<reading.count]), Array(ready[reading.count...]))
  }

  /// The state of a pipe that this process reads.
  package enum PipeState: Sendable {
    /// Somebody may still write to it.
    case open
    /// The other end was closed by everybody.
    case hungUp
    /// This process itself has closed it.
    case closedHere
  }

  /// Returns the state of a pipe that this process reads, after some time or as soon as it changes.
  package static func state(
    ofPipe number: Int32, afterMilliseconds wait: Int32
  ) -> PipeState {
    var entry = pollfd(fd: number, events: 0, revents: 0)
    guard unsafe poll(&entry, 1, wait) > 0 else { return .open }
    return entry.revents & Int16(POLLNVAL) != 0 ? .closedHere : .hungUp
  }
}

// The functions of the system, under names that the methods above do not hide.

func systemRead(_ number: Int32, _ place: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, place, count)
}

func systemWrite(_ number: Int32, _ place: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, place, count)
}

#if !canImport(Darwin)
  private func systemSend(_ number: Int32, _ place: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe send(number, place, count, Int32(MSG_NOSIGNAL))
  }
#endif

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
  unsafe pipe(ends)
}
