internal import Backend
internal import Devices
internal import Harness
internal import Simulator

extension ChatApp {
  /// Carries out a gesture of the person, and names what it makes in the stories of the run.
  ///
  /// - Returns: The id of what it makes, such as a message; nil where it makes nothing.
  func performNamed(_ gesture: ChatGesture) -> Key? {
    // A composer is empty once its text is sent.
    let name = lane.world.isTold ? name(of: gesture) : ""
    let id = perform(gesture)
    if let id { lane.world.nameInStories(id.text, name) }
    return id
  }

  /// Names the reply that a response to a notification asks for.
  func nameReply(of intent: NotificationIntent) {
    if let reply = intent.reply { lane.world.nameInStories(intent.id.text, reply) }
  }

  /// The text that is written, or the name of the first picture that is chosen.
  private var nameOfDraft: String? {
    guard let thread = shown?.thread else { return nil }
    return thread.composer.isEmpty ? thread.previews.first?.name ?? "" : thread.composer
  }

  /// The name for stories of what a gesture makes: the text of a message, the members of a conversation.
  private func name(of gesture: ChatGesture) -> String {
    switch gesture {
    case .send(let text, let pictures, _): text.isEmpty ? pictures.first?.name ?? text : text
    case .submit: nameOfDraft ?? gesture.name
    case .startConversation(let others, _):
      ([user.text] + others.map(\.text)).joined(separator: " & ")
    default: gesture.name
    }
  }
}
