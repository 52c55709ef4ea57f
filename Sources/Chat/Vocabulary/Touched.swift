internal import Devices
internal import Harness
internal import Simulator

/// The target of a gesture, and what the phone must have for it.
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
  /// The control that closes the sheet or the picker.
  case closeControl
}

extension ChatApp {
  /// The thing that a gesture needs and the phone lacks, so that nobody could make it; nil where the phone has it.
  func missing(_ touched: Touched) -> String? {
    switch touched {
    case .anything: nil
    case .conversation(let id):
      model.store.conversations[id] == nil ? "no conversation \(id)" : nil
    case .message(let id): model.store.messages[id] == nil ? "no message \(id)" : nil
    case .thread: model.navigation.open == nil ? "no thread open" : nil
    case .sheet: model.navigation.sheet == nil ? "no sheet open" : nil
    case .closeControl:
      if model.navigation.sheet == nil {
        "no sheet open"
      } else {
        // A sheet whose message is gone is closed with it.
        shown?.sheet != nil && shown?.closeControl == "" ? "no control that closes the sheet" : nil
      }
    }
  }
}
