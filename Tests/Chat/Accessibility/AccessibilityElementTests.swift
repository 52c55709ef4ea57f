import Devices
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
}
