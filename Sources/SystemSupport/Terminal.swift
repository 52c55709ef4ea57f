#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The terminal of this process, read key by key; it is as it was before when the value is gone.
package final class Terminal {
  private var before = termios()

  /// Takes over the terminal at standard input and output; nil where one of the two is none.
  ///
  /// Signals of the keyboard stay signals: Ctrl-C asks to stop, as it always does.
  package init?() {
    guard StandardDescriptors.isTerminal(STDIN_FILENO),
      StandardDescriptors.isTerminal(STDOUT_FILENO), unsafe tcgetattr(STDIN_FILENO, &before) == 0
    else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return nil }
  }

  deinit {
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  /// Columns and rows; 80 by 24 where the terminal does not say.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The bytes that were typed; empty after so many milliseconds without a key.
  ///
  /// - Throws: ``SystemError`` where there is nothing to read any more.
  package func keys(within milliseconds: Int32) throws(SystemError) -> [UInt8] {
    let ready = try Descriptor.wait(
      reading: [STDIN_FILENO], writing: [], milliseconds: milliseconds)
    guard ready.readable[0] else { return [] }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe systemRead(STDIN_FILENO, $0.baseAddress, $0.count)
    }
    guard count > 0 else { throw .last("read from the terminal") }
    return Array(buffer[..<count])
  }
}
