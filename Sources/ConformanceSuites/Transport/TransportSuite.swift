public import Backend
import Network
import Simulator

/// The times that a real kernel's TCP took, played on plain connections: `transport.json`.
public enum TransportSuite: ConformanceSuite {
  public static let name = "transport"

  public static func cases(in file: JSON) throws(ConformanceShapeError) -> [ConformanceCase] {
    var cases: [ConformanceCase] = []
    for value in try ConformanceValue(file).array() {
      let transportCase = try TransportCase(value)
      cases.append(ConformanceCase(transportCase.name) { transportCase.difference() })
    }
    return cases
  }
}

extension TransportCase {
  fileprivate init(_ value: ConformanceValue) throws(ConformanceShapeError) {
    self.init(name: try value["name"].string())
    for line in try value["link"].array() { try add(line) }
    for step in try value["steps"].array() { steps.append(try Step(step)) }
    for (mark, ms) in try value["ms"].members() {
      recorded.append((mark, try ms.milliseconds()))
    }
  }

  /// Takes a line such as `rate ab 10000000` or `dark both 2000 4000`.
  private mutating func add(_ line: ConformanceValue) throws(ConformanceShapeError) {
    let words = try line.string().split(separator: " ").map(String.init)
    let problem = ConformanceShapeError(
      place: line.place, expected: "delay, rate, queue, drop, every or dark, with their words")
    if words.count == 4, words[0] == "dark", words[1] == "both", let from = Double(words[2]),
      let to = Double(words[3]), from <= to
    {
      dark.append(Duration(milliseconds: from)..<Duration(milliseconds: to))
      return
    }
    guard words.count >= 3, ["ab", "ba"].contains(words[1]), let last = words.last,
      let number = Double(last), number >= 0
    else { throw problem }
    var way = words[1] == "ab" ? up : down
    switch (words[0], words.count) {
    case ("delay", 3): way.delay = Duration(milliseconds: number)
    case ("rate", 3): way.rate = Int(number)
    case ("queue", 3): way.queue = Int(number)
    case ("drop", 4):
      guard let kind = SegmentKind(rawValue: words[2]) else { throw problem }
      way.dropped[kind, default: []].insert(Int(number))
    case ("every", 4) where words[2] == "data" && number >= 1: way.everyData = Int(number)
    default: throw problem
    }
    if words[1] == "ab" { up = way } else { down = way }
  }
}

extension TransportCase.Step {
  fileprivate init(_ value: ConformanceValue) throws(ConformanceShapeError) {
    let name = try value["do"].string()
    switch name {
    case "up":
      self = .up(bytes: try value["bytes"].size(), mark: try value["mark"].string())
    case "down":
      self = .down(bytes: try value["bytes"].size(), mark: try value["mark"].string())
    case "wait":
      self = .wait(until: Duration(milliseconds: try value["until_ms"].milliseconds()))
    case "every":
      self = .every(
        bytes: try value["bytes"].size(), count: try value["count"].integer(),
        from: Duration(milliseconds: try value["from_ms"].milliseconds()),
        each: Duration(milliseconds: try value["each_ms"].milliseconds()),
        mark: try value["mark"].string())
    default:
      throw ConformanceShapeError(
        place: value["do"].place, expected: "up, down, wait or every, not \(name)")
    }
  }
}

extension ConformanceValue {
  fileprivate func milliseconds() throws(ConformanceShapeError) -> Double {
    guard let number = json.number, number >= 0, number < 1e9 else {
      throw ConformanceShapeError(place: place, expected: "milliseconds")
    }
    return number
  }

  fileprivate func size() throws(ConformanceShapeError) -> Int {
    let bytes = try integer()
    guard bytes > 0, bytes <= DirectionProfile.mostBytes else {
      throw ConformanceShapeError(place: place, expected: "a number of bytes")
    }
    return bytes
  }
}

extension Duration {
  fileprivate init(milliseconds: Double) { self = .nanoseconds(Int64(milliseconds * 1e6)) }
}
