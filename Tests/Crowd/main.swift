import Chat
import Harness
import Rehearsal
import RehearsalCommand

// The command over one scenario that is larger than any of the chat's: `.ci/report` opens the page of its run.

/// Scenarios of many people.
enum Crowd {
  /// Every message comes to 29 people, and each receipt to all: a run of more than 100,000 events.
  static let chatter = Scenario(
    "Thirty people on four kinds of networks read along while each of them writes"
  ) { (world: ChatWorld) in
    let networks: [LinkProfile] = [.wifi, .lte, .dsl, .threeG]
    var phones: [ChatPhone] = []
    for number in 1...30 {
      let network = networks[number % networks.count]
      phones.append(
        try await world.phone("Member \(number)", user: "member\(number)", on: network))
    }
    let group = try await phones[0].startConversation(
      withUsers: phones.dropFirst().map(\.userID), isGroup: true)
    try await world.advance(by: .seconds(30))
    for phone in phones { await phone.open(group) }
    for (number, phone) in phones.enumerated() {
      _ = try await phone.send("message \(number + 1)", in: group)
      try await world.advance(by: .seconds(2))
    }
    try await world.untilQuiet()
  }
}

RehearseCommand(catalog: ScenarioCatalog([.init("chatter", Crowd.chatter)])).main()
