// Sockets of the system, of which no simulated network knows: a receiver of Interposed is told of them.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realConnect: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBind: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realListen: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAccept: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSend: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLookup: UInt = 0

  extension Interposed {
    static var sockets: [Replacement] {
      unsafe [
        replacement("connect", watchedConnect as Connect, &realConnect),
        replacement("bind", watchedBind as Connect, &realBind),
        replacement("listen", watchedListen as Listen, &realListen),
        replacement("accept", watchedAccept as Accept, &realAccept),
        replacement("sendto", watchedSend as Send, &realSend),
        replacement("getaddrinfo", watchedLookup as Lookup, &realLookup),
      ]
    }
  }

  /// `connect` and `bind`.
  private typealias Connect = @convention(c) (Int32, UnsafeRawPointer?, UInt32) -> Int32
  private typealias Listen = @convention(c) (Int32, Int32) -> Int32
  private typealias Accept =
    @convention(c) (Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  private typealias Send =
    @convention(c) (Int32, UnsafeRawPointer?, Int, Int32, UnsafeRawPointer?, UInt32) -> Int
  private typealias Lookup =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32

  /// Connects a socket.
  @c(rehearsal_connect)
  func watchedConnect(_ socket: Int32, _ address: UnsafeRawPointer?, _ length: UInt32) -> Int32 {
    Interposed.tell("connect")
    return unsafe unsafeBitCast(Interposed.real(&realConnect), to: Connect.self)(
      socket, address, length)
  }

  /// Gives a socket an address.
  @c(rehearsal_bind)
  func watchedBind(_ socket: Int32, _ address: UnsafeRawPointer?, _ length: UInt32) -> Int32 {
    Interposed.tell("bind")
    return unsafe unsafeBitCast(Interposed.real(&realBind), to: Connect.self)(
      socket, address, length)
  }

  /// Lets a socket take connections.
  @c(rehearsal_listen)
  func watchedListen(_ socket: Int32, _ backlog: Int32) -> Int32 {
    Interposed.tell("listen")
    return unsafe unsafeBitCast(Interposed.real(&realListen), to: Listen.self)(socket, backlog)
  }

  /// Waits for a connection; code of a process gets none.
  @c(rehearsal_accept)
  func watchedAccept(
    _ socket: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?
  ) -> Int32 {
    if Interposed.refuses("accept") {
      errno = ECONNABORTED
      return -1
    }
    return unsafe unsafeBitCast(Interposed.real(&realAccept), to: Accept.self)(
      socket, address, length)
  }

  /// Sends a datagram.
  @c(rehearsal_sendto)
  func watchedSend(
    _ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32,
    _ address: UnsafeRawPointer?, _ length: UInt32
  ) -> Int {
    Interposed.tell("sendto")
    return unsafe unsafeBitCast(Interposed.real(&realSend), to: Send.self)(
      socket, bytes, count, flags, address, length)
  }

  /// Looks up the name of a host.
  @c(rehearsal_getaddrinfo)
  func watchedLookup(
    _ host: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?, _ hints: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer?
  ) -> Int32 {
    Interposed.tell("getaddrinfo")
    return unsafe unsafeBitCast(Interposed.real(&realLookup), to: Lookup.self)(
      host, service, hints, result)
  }
#endif
