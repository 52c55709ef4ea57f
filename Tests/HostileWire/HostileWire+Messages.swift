public import Backend

extension HostileWire {
  /// A request, with a number that may have been used or never can be.
  public mutating func message() -> ClientMessage { ClientMessage(number: integer(), request()) }

  /// What a client asks, from the harmless to the impossible.
  public mutating func request() -> ClientRequest {
    switch draw(20) {
    case 0: draw(2) == 0 ? .get(query()) : .authenticate(uid: draw(3) == 0 ? nil : text())
    case 1...4: .listen(query(), tag: tag(), hash: listenHash())
    case 5, 6: .unlisten(query(), tag: tag())
    case 7...12: .put(path(), node(), hash: hash())
    case 13...16: .merge(path(), changes())
    default: .onDisconnect(path(), operation())
    }
  }

  private mutating func operation() -> OnDisconnectOperation {
    switch draw(4) {
    case 0: .cancel
    case 1: .update(changes())
    default: .set(node())
    }
  }

  private mutating func tag() -> Int? { draw(3) == 0 ? nil : integer() }

  private mutating func listenHash() -> ListenHash? {
    switch draw(4) {
    case 0: ListenHash(text(), compound: CompoundHash(node()))
    case 1:
      ListenHash(
        text(),
        compound: CompoundHash(
          posts: (0..<draw(8)).map { _ in path() },
          hashes: (0..<draw(8)).map { _ in UInt64(bitPattern: Int64(integer())) }))
    default: hash().map { ListenHash($0) }
    }
  }

  private mutating func merges() -> [RangeMerge] {
    (0..<draw(4)).map { _ in
      let (start, end) = (draw(3) == 0 ? nil : path(), draw(3) == 0 ? nil : path())
      return RangeMerge(PathRange(after: start, through: end), node())
    }
  }

  private mutating func hash() -> String? {
    switch draw(6) {
    case 0: ""
    case 1: text()
    case 2: node().dataHash
    default: nil
    }
  }

  /// What a server may say that is no honest one.
  ///
  /// - Parameters:
  ///   - numbers: Requests that wait for an answer.
  ///   - queries: What the client listens to.
  ///   - tags: The tags of its filtered queries.
  public mutating func serverMessage(
    answering numbers: [Int] = [], queries: [QuerySpec] = [], tags: [Int] = []
  ) -> ServerMessage {
    switch draw(16) {
    case 0: return .handshake(serverTimeMilliseconds: Int64(integer()), session: text())
    case 1, 2:
      let number = numbers.isEmpty || draw(3) == 0 ? integer() : pick(numbers)
      return draw(8) == 0
        ? .answer(number: number, node()) : .response(number: number, status())
    case 3:
      return .revoked(queries.isEmpty || draw(2) == 0 ? query() : pick(queries), reason: text())
    case 4: return .authenticationRevoked(reason: text())
    case 5: return .rangeMerge(place(queries), merges(), tag: tag(among: tags))
    case 6...9:
      return .merge(place(queries), changes(), tag: tag(among: tags))
    default:
      return .overwrite(place(queries), node(), tag: tag(among: tags))
    }
  }

  private mutating func status() -> ResponseStatus {
    switch draw(5) {
    case 0: .dataStale
    case 1: .invalid(text())
    case 2: .permissionDenied
    default: .ok
    }
  }

  private mutating func tag(among tags: [Int]) -> Int? {
    switch draw(4) {
    case 0: integer()
    case 1 where !tags.isEmpty: pick(tags)
    default: nil
    }
  }

  /// A path at, above or below one that is listened to, or anywhere.
  private mutating func place(_ queries: [QuerySpec]) -> Path {
    if queries.isEmpty || draw(3) == 0 { return path() }
    let path = pick(queries).path
    switch draw(3) {
    case 0: return path
    case 1: return path.parent ?? path
    default: return Path(Array(path.keys) + (0..<(1 + draw(3))).map { _ in key() })
    }
  }
}
