#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
  internal import Simulator
  internal import SystemSupport

  /// The library's shared session, of which no simulated network knows: code of a process that asks for it is told of, at its
  /// place.
  ///
  /// A session that is made is told of by its first socket: what makes one needs the class in a register, which no function of
  /// Swift's passes on.
  extension ReplacedNetworking {
    private typealias Shared = @convention(thin) () -> URLSession

    static var sessions: [Interposed.Replacement] {
      let shared: Shared = { ReplacedNetworking.shared }
      return unsafe [
        Interposed.replacement(
          "$s20FoundationNetworking10URLSessionC6sharedACvgZ", shared, &realShared)
      ]
    }

    /// The run is over behind what is told; what is left of its step gets the library's own session.
    private static var shared: URLSession {
      if SimulatedProcess.asking != nil { Interposed.tell("URLSession.shared") }
      return World.allowingRealWorld {
        unsafe unsafeBitCast(Interposed.real(&realShared), to: Shared.self)()
      }
    }
  }

  // The address of the library's own function.

  @exclusivity(unchecked) nonisolated(unsafe) private var realShared: UInt = 0
#endif
