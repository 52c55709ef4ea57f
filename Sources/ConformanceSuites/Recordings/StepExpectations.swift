import Backend
import Devices
import Simulator

extension RecordingRun {
  /// The first expectation of a step that doesn't hold, as a text; nil where all do.
  func difference(_ step: RecordedStep) async -> String? {
    if let name = step.unknown.first { return "the expectation \(name) isn't known" }
    let state = state.withValue { $0 }
    let times = Double(state.started)...Double(backend.milliseconds)
    for (action, result) in zip(step.actions, state.results) {
      if let difference = difference(action, result, state, times) {
        return "\(action.title): \(difference)"
      }
    }
    if let difference = eventsDifference(step, state, times) { return difference }
    for expected in step.server {
      let path = path(expected["path"] ?? .null)
      let snapshot = RecordedSnapshot(await backend.read(path), of: QuerySpec(path))
      for member in expected.object ?? [] where member.name != "path" {
        if let difference = snapshot.difference(member.name, member.value, times) {
          return "the service at \(path): \(difference)"
        }
      }
    }
    if let together = step.together,
      let difference = togetherDifference(together, step, state)
    {
      return difference
    }
    return deliveriesDifference(step, state, times) ?? pushDifference(step, state)
  }

  // MARK: - Actions

  private func difference(
    _ action: RecordedAction, _ result: ActionResult, _ state: RecordingState,
    _ times: ClosedRange<Double>
  ) -> String? {
    let error = action.expected.first { $0.name == "error" }?.value
    let isRejected = action.expected.contains { $0.name == "rejected" && $0.value == .bool(true) }
    switch result.ending {
    case nil:
      // What is asked for offline is answered in a later step, if ever.
      return action.expected.isEmpty ? nil : "it never ended"
    case .unsupported(let reason): return reason
    case .rejected(let problem): return isRejected ? nil : "rejected at the call: \(problem)"
    case .failed(let kind, let text):
      if isRejected { return "not rejected at the call; it failed later: \(text)" }
      guard let error else { return "failed: \(text)" }
      let expected = error["kind"]?.string ?? ""
      if kind != expected { return "failed with \(kind) (\(text)) instead of \(expected)" }
    case .succeeded:
      if isRejected { return "not rejected at the call" }
      if let error { return "succeeded instead of failing with \(error)" }
    }
    for member in action.expected where member.name != "error" && member.name != "rejected" {
      if let difference = difference(member, result, state, times) { return difference }
    }
    return nil
  }

  private func difference(
    _ member: JSON.Member, _ result: ActionResult, _ state: RecordingState,
    _ times: ClosedRange<Double>
  ) -> String? {
    let (name, expected) = (member.name, member.value)
    func compare(_ actual: JSON) -> String? {
      actual == expected ? nil : "\(name) \(actual) instead of \(expected)"
    }
    switch name {
    case "committed": return compare(result.isCommitted.map { .bool($0) } ?? .null)
    case "callCount": return compare(.number(Double(result.calls.count)))
    case "calls":
      let calls = expected.array ?? []
      let isSame =
        calls.count == result.calls.count
        && zip(calls, result.calls).allSatisfy { RecordedValue.matches($0, $1, times) }
      let actual = result.calls.map { $0.json(.value) }
      return isSame ? nil : "called with \(JSON.array(actual)) instead of \(expected)"
    case "keyLength": return compare(.number(Double(result.key?.text.utf8.count ?? 0)))
    case "keyStart":
      let isSo = result.key?.text.hasPrefix(expected.string ?? "") ?? false
      return isSo ? nil : "the key \(result.key?.text ?? "none") begins otherwise"
    case "sortsAfter":
      let earlier = state.keys.last { $0.name == expected.string }?.key
      guard let earlier, let key = result.key, earlier < key else {
        return "the key \(result.key?.text ?? "none") doesn't sort after that of \(expected)"
      }
      return nil
    case "base64", "contentType", "size", "metageneration", "custom", "items", "prefixes", "sameAs":
      return serviceDifference(member, result, state)
    default:
      guard let snapshot = result.snapshot else { return "it ended without a \(name)" }
      return snapshot.difference(name, expected, times)
    }
  }

  // MARK: - Events

  private func eventsDifference(
    _ step: RecordedStep, _ state: RecordingState, _ times: ClosedRange<Double>
  ) -> String? {
    for (listener, event) in state.events {
      if step.unrecorded.contains(listener) { continue }
      if !step.events.contains(where: { $0.name == listener }) {
        return "\(listener) got \(Self.text(event)) instead of nothing"
      }
    }
    for expected in step.events {
      let events = state.events.filter { $0.listener == expected.name }.map(\.event)
      let count = expected.value.number.map { Int($0) } ?? expected.value.array?.count ?? 0
      if events.count != count {
        let texts = events.map(Self.text).joined(separator: "; ")
        return "\(expected.name) got \(events.count) events instead of \(count): \(texts)"
      }
      for (json, event) in zip(expected.value.array ?? [], events) {
        if let difference = Self.difference(json, event, times) {
          return "\(expected.name) got \(Self.text(event)): \(difference)"
        }
      }
    }
    return nil
  }

  private static func difference(
    _ json: JSON, _ event: RecordedEvent, _ times: ClosedRange<Double>
  ) -> String? {
    for member in json.object ?? [] {
      switch (member.name, event) {
      case ("cancelled", .cancelled(let kind)):
        if kind != member.value["kind"]?.string { return "instead of \(member.value)" }
      case (_, .cancelled): return "instead of \(json)"
      case ("key", .child(let key, _, _)):
        if member.value != .string(key.text) { return "instead of \(json)" }
      case ("prev", .child(_, let previous, _)):
        let previous: JSON = previous.map { .string($0.text) } ?? .null
        if previous != member.value { return "instead of \(json)" }
      case (_, .value(let snapshot)), (_, .child(_, _, let snapshot)):
        if let difference = snapshot.difference(member.name, member.value, times) {
          return difference
        }
      }
    }
    return nil
  }

  private static func text(_ event: RecordedEvent) -> String {
    switch event {
    case .value(let snapshot): "value \(snapshot.node.json(.value))"
    case .child(let key, let previous, let snapshot):
      "\(key.text) after \(previous?.text ?? "none") \(snapshot.node.json(.value))"
    case .cancelled(let kind): "cancelled \(kind)"
    }
  }

  private func togetherDifference(
    _ together: JSON, _ step: RecordedStep, _ state: RecordingState
  ) -> String? {
    let results = zip(step.actions, state.results).filter { $0.0.operation == "transaction" }
      .map(\.1)
    for member in together.object ?? [] {
      let expected = member.value.array?.compactMap(\.number) ?? []
      let actual: [Double]
      switch member.name {
      case "callCounts": actual = results.map { Double($0.calls.count) }
      case "values":
        actual = results.compactMap {
          if case .number(let value)? = $0.snapshot?.node.scalar { value } else { nil }
        }
      default: return "the expectation together.\(member.name) isn't known"
      }
      if actual.sorted() != expected {
        return "together.\(member.name) \(actual.sorted()) instead of \(expected)"
      }
    }
    return nil
  }

  // MARK: - Deliveries

  private func deliveriesDifference(
    _ step: RecordedStep, _ state: RecordingState, _ times: ClosedRange<Double>
  ) -> String? {
    for (function, delivery) in state.deliveries
    where !step.deliveries.contains(where: { $0.name == function }) {
      return "\(function) got \(delivery.snapshot.node.json(.value)) instead of nothing"
    }
    for expected in step.deliveries {
      var rest = state.deliveries.filter { $0.function == expected.name }.map(\.delivery)
      for json in expected.value.array ?? [] {
        guard let index = rest.firstIndex(where: { Self.matches(json, $0, times) }) else {
          let texts = rest.map { "\($0.snapshot.node.json(.value))" }.joined(separator: "; ")
          return "\(expected.name) didn't get \(json); it got \(texts)"
        }
        rest.remove(at: index)
      }
      if let left = rest.first {
        return "\(expected.name) got \(left.snapshot.node.json(.value)), which isn't recorded"
      }
    }
    return nil
  }

  private static func matches(
    _ json: JSON, _ delivery: RecordedDelivery, _ times: ClosedRange<Double>
  ) -> Bool {
    if delivery.isFailed != (json["failed"] == .bool(true)) { return false }
    return (json.object ?? []).allSatisfy { member in
      switch member.name {
      case "failed": true
      case "params":
        (member.value.object ?? []).allSatisfy {
          delivery.parameters[$0.name] == $0.value.string
        } && member.value.object?.count == delivery.parameters.count
      default: delivery.snapshot.difference(member.name, member.value, times) == nil
      }
    }
  }
}
