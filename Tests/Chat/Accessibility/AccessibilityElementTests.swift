import Devices
import Harness
import Testing

@testable import Chat

@Suite("Elements of VoiceOver")
struct AccessibilityElementTests {
  @Test("an element is told in the order of its speaking")
  func describes() {
    let element = AccessibilityElement(
      "Dave", value: "now", [.button, .selected], hint: "Double tap", actions: ["Remove"])
    #expect(element.description == "“Dave”, “now”, button, selected, Double tap (Remove)")
    #expect(AccessibilityElement("Message", []).description == "“Message”")
  }

  @Test("whatever is in front is alone, and its first element has the focus")
  func isModal() {
    var harness = ModelHarness.chatting()
    harness.receive("1", at: 1000)
    harness.open()
    var screen = harness.screen
    #expect(
      screen.accessibilityLabels == [
        "Back", "Bob", "Bob: text of 1, 00:00", "Add photo", "Message", "Send",
      ])
    screen.sheet = .photos(
      Screen.PhotoSheet(
        title: "Photos", access: .denied, notice: nil, settings: nil, cancel: "Cancel"))
    #expect(screen.accessibilityLabels == ["Photos", "Cancel"])
    screen.alert = "Oh"
    #expect(screen.accessibilityLabels == ["Oh", "OK"])
    #expect(screen.accessibilityFocus?.label == "Oh")
    screen.question = Screen.Question(text: "Leave?", confirm: "Leave", cancel: "Cancel")
    #expect(screen.accessibilityLabels == ["Leave?", "Cancel", "Leave"])
    screen.prompt = Screen.PhotoPrompt(text: "May it?", limit: "L", allow: "A", deny: "D")
    #expect(screen.accessibilityLabels == ["May it?", "L", "A", "D"])
  }

  @Test("every button that is drawn is one at which VoiceOver stops, in any language")
  func namesWhatIsDrawn() {
    for locale in PhoneLocale.named {
      var harness = ModelHarness.chatting(policies: ChatPolicies(text: ChatText(in: locale)))
      harness.receive("1", at: 1000)
      let list = harness.screen
      #expect(!Self.buttons(of: list.drawing).isEmpty)
      harness.open()
      var asked = harness.screen
      asked.question = Screen.Question(text: "Leave?", confirm: "Leave", cancel: "Cancel")
      for screen in [list, harness.screen, asked] {
        let stops = screen.accessibilityElements.flatMap { element in
          [element.label, "\(element.label): \(element.value ?? "")"] + element.actions
        }
        for button in Self.buttons(of: screen.drawing) {
          #expect(stops.contains(button), "\(locale): \(button) of \(stops)")
        }
      }
    }
  }

  /// The words on the buttons of a drawing.
  private static func buttons(of drawing: ScreenDrawing) -> [String] {
    (drawing.role == .button ? [drawing.text] : []) + drawing.parts.flatMap(buttons)
  }

  @Test("nothing at which VoiceOver stops is without a name, in any language")
  func hasNames() {
    for locale in PhoneLocale.named {
      var harness = ModelHarness.chatting(policies: ChatPolicies(text: ChatText(in: locale)))
      harness.receive("1", at: 1000)
      let list = harness.screen
      harness.open()
      for element in list.accessibilityElements + harness.screen.accessibilityElements {
        #expect(!element.label.isEmpty, "\(locale)")
      }
    }
  }

  @Test("a row offers what can be done with it now, and nothing to who is gone")
  func rowControls() {
    var row = Screen.ConversationRow(
      id: ConversationID("c"), title: "Bob", preview: "", unread: 0)
    #expect(row.controls == [.mute, .archive, .tag])
    row = Screen.ConversationRow(
      id: ConversationID("c"), title: "Bob", preview: "", unread: 1, isMuted: true,
      isInArchive: true)
    #expect(row.controls == [.markRead, .mute, .unmute, .unarchive, .tag])
    row.departure = "You left"
    #expect(row.controls.isEmpty)
  }

  @Test("no two controls of a row, or of a group, have one name, in any language")
  func controlNames() {
    for locale in PhoneLocale.named {
      let words = ChatText(in: locale)
      let ofRow = Screen.ConversationRow.Control.allCases.map { words.name(of: $0) }
      let ofGroup = Screen.GroupInfo.Control.allCases.map { words.name(of: $0) }
      #expect(Set(ofRow).count == ofRow.count, "\(locale)")
      #expect(Set(ofGroup).count == ofGroup.count, "\(locale)")
    }
  }
}
