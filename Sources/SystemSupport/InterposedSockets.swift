// Sockets of the system, of which no simulated network knows: a receiver of Interposed is told of them, and code of a process
// gets the error of a phone that has no network.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realConnect: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBind: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realListen: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAccept: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAcceptFlagged: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSend: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSendTo: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSendMessage: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realReceive: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realReceiveFrom: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realReceiveMessage: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLookup: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLookupOfOld: UInt = 0

  extension Interposed {
    static var sockets: [Replacement] {
      unsafe [
        replacement("connect", watchedConnect as Connect, &realConnect),
        replacement("bind", watchedBind as Connect, &realBind),
        replacement("listen", watchedListen as Listen, &realListen),
        replacement("accept", watchedAccept as Accept, &realAccept),
        replacement("accept4", watchedAcceptFlagged as AcceptFlagged, &realAcceptFlagged),
        replacement("send", watchedSend as Transfer, &realSend),
        replacement("sendto", watchedSendTo as SendTo, &realSendTo),
        replacement("sendmsg", watchedSendMessage as Message, &realSendMessage),
        replacement("recv", watchedReceive as Transfer, &realReceive),
        replacement("recvfrom", watchedReceiveFrom as ReceiveFrom, &realReceiveFrom),
        replacement("recvmsg", watchedReceiveMessage as Message, &realReceiveMessage),
        replacement("getaddrinfo", watchedLookup as Lookup, &realLookup),
        replacement("gethostbyname", watchedLookupOfOld as LookupOfOld, &realLookupOfOld),
      ]
    }

    /// Tells of a call on a socket; for code of a process it sets errno and is not to be done.
    ///
    /// - Parameter number: Where nothing is sent without a network, `ENETUNREACH`.
    fileprivate static func refusesSocket(_ function: StaticString, _ number: Int32) -> Bool {
      guard isWatching else { return false }
      tell(function)
      guard isOfProcess else { return false }
      errno = number
      return true
    }
  }

  /// `connect` and `bind`.
  private typealias Connect = @convention(c) (Int32, UnsafeRawPointer?, UInt32) -> Int32
  private typealias Listen = @convention(c) (Int32, Int32) -> Int32
  private typealias Accept =
    @convention(c) (Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  private typealias AcceptFlagged =
    @convention(c) (Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32) -> Int32
  /// `send` and `recv`.
  private typealias Transfer = @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int32) -> Int
  /// `sendmsg` and `recvmsg`.
  private typealias Message = @convention(c) (Int32, UnsafeMutableRawPointer?, Int32) -> Int
  private typealias SendTo =
    @convention(c) (Int32, UnsafeRawPointer?, Int, Int32, UnsafeRawPointer?, UInt32) -> Int
  private typealias ReceiveFrom =
    @convention(c) (
      Int32, UnsafeMutableRawPointer?, Int, Int32, UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer?
    ) -> Int
  private typealias Lookup =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32
  private typealias LookupOfOld =
    @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?

  // MARK: - Connections

  /// Connects a socket.
  @c(rehearsal_connect)
  func watchedConnect(_ socket: Int32, _ address: UnsafeRawPointer?, _ length: UInt32) -> Int32 {
    if Interposed.refusesSocket("connect", ENETUNREACH) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realConnect), to: Connect.self)(
      socket, address, length)
  }

  /// Gives a socket an address.
  @c(rehearsal_bind)
  func watchedBind(_ socket: Int32, _ address: UnsafeRawPointer?, _ length: UInt32) -> Int32 {
    if Interposed.refusesSocket("bind", EADDRNOTAVAIL) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realBind), to: Connect.self)(
      socket, address, length)
  }

  /// Lets a socket take connections.
  @c(rehearsal_listen)
  func watchedListen(_ socket: Int32, _ backlog: Int32) -> Int32 {
    if Interposed.refusesSocket("listen", EADDRNOTAVAIL) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realListen), to: Listen.self)(socket, backlog)
  }

  /// Waits for a connection.
  @c(rehearsal_accept)
  func watchedAccept(
    _ socket: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?
  ) -> Int32 {
    if Interposed.refusesSocket("accept", ECONNABORTED) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realAccept), to: Accept.self)(
      socket, address, length)
  }

  /// Waits for a connection.
  @c(rehearsal_accept4)
  func watchedAcceptFlagged(
    _ socket: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?,
    _ flags: Int32
  ) -> Int32 {
    if Interposed.refusesSocket("accept4", ECONNABORTED) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realAcceptFlagged), to: AcceptFlagged.self)(
      socket, address, length, flags)
  }

  // MARK: - Data

  /// Sends to the other end of a connection.
  @c(rehearsal_send)
  func watchedSend(
    _ socket: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32
  ) -> Int {
    if Interposed.refusesSocket("send", ENOTCONN) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realSend), to: Transfer.self)(
      socket, bytes, count, flags)
  }

  /// Sends a datagram.
  @c(rehearsal_sendto)
  func watchedSendTo(
    _ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32,
    _ address: UnsafeRawPointer?, _ length: UInt32
  ) -> Int {
    if Interposed.refusesSocket("sendto", ENETUNREACH) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realSendTo), to: SendTo.self)(
      socket, bytes, count, flags, address, length)
  }

  /// Sends a message.
  @c(rehearsal_sendmsg)
  func watchedSendMessage(
    _ socket: Int32, _ message: UnsafeMutableRawPointer?, _ flags: Int32
  ) -> Int {
    if Interposed.refusesSocket("sendmsg", ENETUNREACH) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realSendMessage), to: Message.self)(
      socket, message, flags)
  }

  /// Waits for what comes over a connection.
  @c(rehearsal_recv)
  func watchedReceive(
    _ socket: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32
  ) -> Int {
    if Interposed.refusesSocket("recv", ENOTCONN) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realReceive), to: Transfer.self)(
      socket, bytes, count, flags)
  }

  /// Waits for a datagram.
  @c(rehearsal_recvfrom)
  func watchedReceiveFrom(
    _ socket: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32,
    _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?
  ) -> Int {
    if Interposed.refusesSocket("recvfrom", ENOTCONN) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realReceiveFrom), to: ReceiveFrom.self)(
      socket, bytes, count, flags, address, length)
  }

  /// Waits for a message.
  @c(rehearsal_recvmsg)
  func watchedReceiveMessage(
    _ socket: Int32, _ message: UnsafeMutableRawPointer?, _ flags: Int32
  ) -> Int {
    if Interposed.refusesSocket("recvmsg", ENOTCONN) { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realReceiveMessage), to: Message.self)(
      socket, message, flags)
  }

  // MARK: - Names

  /// Looks up the name of a host.
  @c(rehearsal_getaddrinfo)
  func watchedLookup(
    _ host: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?, _ hints: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer?
  ) -> Int32 {
    if Interposed.refusesSocket("getaddrinfo", ENETUNREACH) { return EAI_AGAIN }
    return unsafe unsafeBitCast(Interposed.real(&realLookup), to: Lookup.self)(
      host, service, hints, result)
  }

  /// Looks up the name of a host, as programs did before `getaddrinfo`.
  @c(rehearsal_gethostbyname)
  func watchedLookupOfOld(_ host: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    if Interposed.refusesSocket("gethostbyname", ENETUNREACH) { return nil }
    return unsafe unsafeBitCast(Interposed.real(&realLookupOfOld), to: LookupOfOld.self)(host)
  }
#endif
