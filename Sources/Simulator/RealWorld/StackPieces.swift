#if canImport(Runtime)
  internal import Runtime

  /// The calls on a thread's stack from one of them on, in small pieces, the innermost first.
  ///
  /// To tell one frame's line the toolchain reads the lines of the program from their beginning (`ElfImage.sourceLocation(for:)`
  /// in the sources of Swift's Runtime module), which takes a tenth of a second and more. So a stack is captured whole, and told
  /// piece by piece, no further than it takes.
  struct StackPieces: Sendable {
    /// The pieces, each followed by the next without a gap.
    let pieces: [Backtrace]

    /// The number of frames of each piece.
    private static let lengths = [2, 2, 4, 8, 16, 32]

    /// Inlined calls are in optimised builds alone, and looking for them reads all that the program tells of itself.
    #if DEBUG
      private static var options: Backtrace.SymbolicationOptions { [.showSourceLocations] }
    #else
      private static var options: Backtrace.SymbolicationOptions { .default }
    #endif

    /// Captures the calling thread's stack.
    ///
    /// - Parameter start: Picks the first frame by the addresses to which the functions return, the innermost first; nil
    ///   where there is none of interest.
    @inline(never)
    init?(from start: ([UInt]) -> Int?) {
      // Each capture is made by this very function, so that all count the frames alike. A limit counts the mark of what is
      // left out, too.
      guard
        let whole = try? Backtrace.capture(algorithm: .fast, limit: 128, top: 0),
        let first = start(whole.frames.map(Self.address))
      else { return nil }
      var pieces: [Backtrace] = []
      var offset = first
      for length in Self.lengths {
        guard
          let piece = try? Backtrace.capture(
            algorithm: .fast, limit: length + 1, offset: offset, top: 0),
          piece.frames.contains(where: { Self.address(of: $0) != 0 })
        else { break }
        pieces.append(piece)
        offset += length
      }
      self.pieces = pieces
    }

    /// The innermost call that has a line in none of some folders: its function, and the path and the line of its source.
    ///
    /// - Parameter isEnd: Whether to look no further than a call, by its function and the path of its source.
    func place(
      outside folders: [String], until isEnd: (String, String) -> Bool = { _, _ in false }
    ) -> (function: String, path: String, line: Int)? {
      for piece in pieces {
        for frame in piece.symbolicated(options: Self.options)?.frames ?? [] {
          guard let symbol = frame.symbol else { continue }
          if isEnd(symbol.name, symbol.sourceLocation?.path ?? "") { return nil }
          guard let source = symbol.sourceLocation, source.line > 0,
            !source.path.contains("<"), !folders.contains(where: source.path.hasPrefix)
          else { continue }
          return (symbol.name, source.path, source.line)
        }
      }
      return nil
    }

    /// The function of the first call, where the program tells its name.
    var function: String? {
      pieces.first?.symbolicated(options: Self.options)?.frames.first?.symbol?.name
    }

    /// The address to which a function returns; 0 for what is no call.
    static func address(of frame: Backtrace.Frame) -> UInt {
      guard case .returnAddress(let place) = frame, let word = UInt64(place) else { return 0 }
      return UInt(word)
    }
  }
#endif
