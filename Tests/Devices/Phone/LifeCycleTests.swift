import Testing

@testable import Devices

@Suite("Life cycle")
struct LifeCycleTests {
  private static let events: [LifeEvent] = [
    .launch, .enterBackground, .enterForeground, .suspend, .terminate, .gesture, .resignActive,
    .becomeActive,
  ]

  @Test(
    "each state allows what the platform allows and nothing else",
    arguments: [
      (LifeState.terminated, [LifeState.foreground, nil, nil, nil, nil, nil, nil, nil]),
      (.foreground, [nil, .background, nil, nil, .terminated, nil, .inactive, nil]),
      (.inactive, [nil, .background, nil, nil, .terminated, nil, nil, .foreground]),
      (.background, [nil, nil, .foreground, .suspended, .terminated, nil, nil, nil]),
      (.suspended, [nil, nil, .foreground, nil, .terminated, nil, nil, nil]),
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
      (.suspended, .gesture, "bring it to the foreground"),
      (.foreground, .suspend, "send it there first"),
      (.inactive, .gesture, "uncover it first"),
      (.background, .resignActive, "only an app in the foreground is covered"),
    ])
  func explains(state: LifeState, event: LifeEvent, remedy: String) {
    let text = LifeError(phone: "Alice", state: state, event: event).description
    for part in ["Alice", state.rawValue, event.rawValue, remedy] { #expect(text.contains(part)) }
  }
}
