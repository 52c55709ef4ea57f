internal import Devices
internal import Simulator

/// What a gesture touches, and what the phone must have for it.
enum Touched: Sendable {
  /// The app, wherever the person is in it.
  case anything
  /// A conversation of the list.
  case conversation(ConversationID)
  /// A message of a conversation.
  case message(MessageID)
  /// The thread that is open, with its composer.
  case thread
  /// The sheet or the picker in front of the thread.
  case sheet
}

extension ChatApp {
  /// Ends the run as misused where the phone does not have what a gesture touches: nobody could make it.
  ///
  /// Under faults from the seed it is not required: what they have kept from the phone is no mistake of the scenario.
  func require(_ touched: Touched, for gesture: String, at location: SourceLocation) {
    let world = lane.world
    guard world.nemesis == nil, let missing = missing(touched) else { return }
    world.misuse(
      Misuse("\(gesture) to touch what is there; this phone has \(missing)"), at: location)
  }

  private func missing(_ touched: Touched) -> String? {
    switch touched {
    case .anything: nil
    case .conversation(let id):
      model.store.conversations[id] == nil ? "no conversation \(id)" : nil
    case .message(let id): model.store.messages[id] == nil ? "no message \(id)" : nil
    case .thread: model.navigation.open == nil ? "no thread open" : nil
    case .sheet: model.navigation.sheet == nil ? "no sheet open" : nil
    }
  }
}
