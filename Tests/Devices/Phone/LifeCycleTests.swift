import Testing

@testable import Devices

@Suite("Life cycle")
struct LifeCycleTests {
  private static let events: [LifeEvent] = [
    .launch, .enterBackground, .enterForeground, .terminate,
  ]

  @Test(
    "each state allows what the platform allows and nothing else",
    arguments: [
      (LifeState.terminated, [LifeState.foreground, nil, nil, nil]),
      (.foreground, [nil, .background, nil, .terminated]),
      (.background, [nil, nil, .foreground, .terminated]),
    ] as [(LifeState, [LifeState?])])
  func transitions(state: LifeState, next: [LifeState?]) {
    #expect(Self.events.map { state.after($0) } == next)
  }

  @Test(
    "an impossible event is explained with phone, state, event and what to do",
    arguments: [
      (LifeState.terminated, LifeEvent.enterForeground, "launch it first"),
      (.background, .launch, "it runs already"),
      (.foreground, .enterForeground, "it is already there"),
    ])
  func explains(state: LifeState, event: LifeEvent, remedy: String) {
    let text = LifeError(phone: "Alice", state: state, event: event).description
    for part in ["Alice", state.rawValue, event.rawValue, remedy] { #expect(text.contains(part)) }
  }
}
