package import Simulator

/// The outcome of an expectation that missed its limit, in the same run with more time.
package struct Lateness: Hashable, Sendable {
  /// The limit, in nanoseconds.
  package let limit: Int64
  /// The time that was added to the limit, in nanoseconds.
  package let overtime: Int64
  /// The causes of the time that it took; nil where it did not come true in the overtime either.
  package let path: CriticalPath?

  /// Describes an outcome.
  package init(limit: Int64, overtime: Int64, path: CriticalPath?) {
    self.limit = limit
    self.overtime = overtime
    self.path = path
  }

  /// The time that is added to find out; longer than any connection takes to be found dead and opened again.
  package static let overtime = Duration.minutes(3)

  /// What it comes to in one or two sentences.
  package var lines: [String] {
    let text = { (nanoseconds: Int64) in Duration.nanoseconds(nanoseconds).stopwatch }
    guard let path else {
      return [
        "More time does not help: it is not so \(text(overtime)) after its limit either."
      ]
    }
    let took = text(path.nanoseconds)
    let excess = text(path.nanoseconds - limit)
    let trips = path.trips
    var first = "With more time it comes true, \(excess) too late: after \(took)"
    let deadline = path.start.nanoseconds + limit
    if let place = trips.firstIndex(where: { deadline < $0.end }) {
      let trip = trips[place]
      let verb = deadline < trip.start.nanoseconds ? "still before" : "in"
      first +=
        ". At its limit it was \(verb) trip \(place + 1) of \(trips.count), "
        + "\(trip.place) \(trip.text)"
    }
    var lines = [first + "."]
    if path.fixedNanoseconds > limit {
      let least = text(path.fixedNanoseconds)
      let count = trips.count == 1 ? "1 trip takes" : "\(trips.count) trips take"
      lines.append(
        "The \(count) \(least) on these links with nothing lost and nobody waiting: the limit of "
          + "\(text(limit)) is shorter.")
    } else if let wait = path.longestWait, wait.nanoseconds >= (path.nanoseconds - limit) / 2 {
      lines.append(
        "\(text(wait.nanoseconds)) of that is \(wait.kind.name) at \(wait.place): "
          + "\(wait.text).")
    }
    return lines
  }
}

extension CriticalPath {
  /// A message's way over one link.
  package struct Trip: Hashable, Sendable {
    /// The link, such as "Bob→backend".
    package let place: String
    /// The message in words.
    package let text: String
    /// The instant at which it begins.
    package let start: Instant
    /// The instant at which it is over, in nanoseconds.
    package let end: Int64
  }

  /// The messages on the way to the end of the measurement, in order.
  package var trips: [Trip] {
    var trips: [Trip] = []
    for hop in hops where hop.place.contains("→") && hop.kind.isOfLink {
      let end = hop.start.nanoseconds + hop.nanoseconds
      if let last = trips.last, last.place == hop.place, last.text == hop.text {
        trips[trips.count - 1] = Trip(
          place: last.place, text: last.text, start: last.start, end: end)
      } else {
        trips.append(Trip(place: hop.place, text: hop.text, start: hop.start, end: end))
      }
    }
    return trips
  }

  /// The kind and place of waiting that took the longest in all, of those that chance or an app can shorten; nil where there
  /// is none.
  package var longestWait: (kind: WaitKind, place: String, text: String, nanoseconds: Int64)? {
    var waits: [(kind: WaitKind, place: String, text: String, nanoseconds: Int64)] = []
    for hop in hops where !hop.kind.isFixed && hop.kind != .unknown {
      if let place = waits.firstIndex(where: { $0.kind == hop.kind && $0.place == hop.place }) {
        waits[place].nanoseconds += hop.nanoseconds
      } else {
        waits.append((hop.kind, hop.place, hop.text, hop.nanoseconds))
      }
    }
    return waits.max { $0.nanoseconds < $1.nanoseconds }
  }
}

extension WaitKind {
  /// Whether it is a part of a message's way over a link, and no wait before or after it.
  fileprivate var isOfLink: Bool {
    ["queueing", "recorded capacity", "serialisation", "propagation", "delay"].contains(name)
  }
}
