public import Backend

/// Makes what no honest client or server sends, and enough of what one does that the rest is taken in.
///
/// Everything comes from the seed: the same seed makes the same messages in every process.
public struct HostileWire: Sendable {
  private var state: UInt64

  /// The messages of a seed.
  public init(seed: UInt64) { state = ContentHash.mix(seed) }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return ContentHash.mix(state)
  }

  /// A number from zero up to a bound, which is not reached.
  public mutating func draw(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Whether something happens that happens once in so many times.
  public mutating func happens(onceIn count: Int) -> Bool { draw(count) == 0 }

  /// One of several.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[draw(elements.count)]
  }

  // MARK: - Parts

  private static let integers = [
    0, 1, -1, 2, 7, -2, .max, .min, .max - 1, .min + 1, 1 << 31, -(1 << 31) - 1, 1 << 53, 1 << 62,
  ]

  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e15, 9_007_199_254_740_992, 1.7e308, -1.7e308, .leastNonzeroMagnitude,
    .infinity, -.infinity, .nan, .signalingNaN, .greatestFiniteMagnitude, 2_147_483_648,
    -9_223_372_036_854_775_808, 9_223_372_036_854_775_808,
  ]

  private static let places: [Key] = ["open", "open", "own", "shut", "guarded"]

  private static let plainKeys: [Key] = ["a", "b", "c", "0", "1", "2", "-5", "key"]

  private static let oddKeys: [Key] = [
    "", ".priority", ".value", ".sv", ".info", "a.b", "$x", "#", "[", "]", "a/b", "/", "\u{0}",
    "\u{7F}", "\n", "é", "e\u{301}", "𝄞", "\u{FFFF}", "-", "00", "01", "-0", "2147483647",
    "2147483648", "-2147483648", "99999999999999999999", Key(String(repeating: "k", count: 768)),
    Key(String(repeating: "k", count: 769)), Key(String(repeating: "é", count: 385)),
    Key(String(repeating: "9", count: 800)),
  ]

  private static let texts = [
    "", "a", "b", "text", "alice", "bob", "eve", "a/b", ".priority", "\u{0}", "\u{1B}[2J", "é",
    "e\u{301}", "𝄞", "\u{202E}", "ﬃİ", "true", "null", "{\".sv\":\"timestamp\"}",
    String(repeating: "a", count: 200), String(repeating: "\u{1}", count: 5_000),
  ]

  /// A number, mostly one that counts for nothing good.
  public mutating func integer() -> Int {
    happens(onceIn: 2) ? pick(Self.integers) : draw(2_000) - 1_000
  }

  /// A floating-point number, also one that is none.
  public mutating func number() -> Double {
    happens(onceIn: 2) ? pick(Self.numbers) : Double(draw(200) - 100)
  }

  /// A text, sometimes a long one.
  public mutating func text() -> String {
    happens(onceIn: 5_000) ? String(repeating: "x", count: 200_000) : pick(Self.texts)
  }

  /// A key, once in a few a forbidden one.
  public mutating func key() -> Key {
    happens(onceIn: 12) ? pick(Self.oddKeys) : pick(Self.plainKeys)
  }

  /// A path, mostly a short one into a part of the tree where something happens.
  public mutating func path() -> Path {
    let depth = happens(onceIn: 200) ? pick([31, 32, 33, 34, 500, 5_000]) : draw(4)
    let start: [Key] = happens(onceIn: 8) ? [] : [pick(Self.places)]
    return Path(start + (0..<depth).map { _ in key() })
  }

  /// A value without children.
  public mutating func scalar() -> Scalar {
    switch draw(4) {
    case 0: .bool(draw(2) == 0)
    case 1: .string(text())
    default: .number(number())
    }
  }

  /// Data: leaves, server values, priorities, children; now and then far too deep.
  public mutating func node(depth: Int = 0) -> Node {
    if depth == 0, happens(onceIn: 400) { return chain(pick([31, 32, 33, 100, 2_000])) }
    let bare: Node
    switch draw(depth > 3 ? 6 : 10) {
    case 0: return .empty
    case 1: bare = Node(draw(3) == 0 ? ServerValue.timestamp : .increment(number()))
    case 2...5: bare = Node(scalar())
    default:
      let count = happens(onceIn: 50) ? 40 : draw(5)
      bare = Node(children: (0..<count).map { _ in (key(), node(depth: depth + 1)) })
    }
    return happens(onceIn: 6) ? bare.updatingPriority(priority()) : bare
  }

  private mutating func priority() -> Priority {
    switch draw(4) {
    case 0: .none
    case 1: .string(text())
    case 2: .number(number())
    default: .serverValue(draw(2) == 0 ? .timestamp : .increment(number()))
    }
  }

  private mutating func chain(_ depth: Int) -> Node {
    (0..<depth).reduce(Node(scalar())) { node, _ in ["d": node] }
  }

  /// Paths and what they become: within each other, twice, forbidden, none at all.
  public mutating func changes() -> [PathChange] {
    (0..<draw(5)).map { _ in PathChange(below(), node(depth: 1)) }
  }

  /// A path below some location.
  private mutating func below() -> Path {
    let depth = happens(onceIn: 100) ? pick([31, 32, 33, 1_000]) : draw(3)
    return Path((0..<depth).map { _ in key() })
  }

  /// A query, as far as one can be built: many are of nothing, or of what is no number.
  public mutating func query() -> QuerySpec {
    var parameters = QueryParameters.all
    func attempt(_ change: (inout Self) throws -> QueryParameters, _ wire: inout Self) {
      if let changed = try? change(&wire) { parameters = changed }
    }
    if draw(2) == 0 {
      attempt({ try parameters.ordered(by: $0.order()) }, &self)
    }
    if draw(3) == 0 {
      attempt({ try parameters.starting(at: $0.bound(), key: $0.boundKey()) }, &self)
    }
    if draw(4) == 0 {
      attempt({ try parameters.ending(before: $0.bound(), key: $0.boundKey()) }, &self)
    }
    if draw(4) == 0 { attempt({ try parameters.equal(to: $0.bound()) }, &self) }
    if draw(2) == 0 {
      attempt(
        {
          let count = $0.draw(2) == 0 ? $0.integer() : 1 + $0.draw(4)
          return $0.draw(2) == 0
            ? try parameters.limited(toFirst: count) : try parameters.limited(toLast: count)
        }, &self)
    }
    return QuerySpec(path(), parameters)
  }

  private mutating func order() -> QueryOrder {
    switch draw(5) {
    case 0: .priority
    case 1: .key
    case 2: .value
    default: .child(below())
    }
  }

  private mutating func bound() -> Scalar? { draw(6) == 0 ? nil : scalar() }

  private mutating func boundKey() -> Key? { draw(3) == 0 ? key() : nil }
}
