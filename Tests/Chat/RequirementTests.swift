import Chat
import Harness
import Testing

@Suite("The requirements of the chat")
struct RequirementTests {
  @Test("every requirement has a row, under an id of its own")
  func rows() {
    let ids = RequirementTable.chat.requirements.map(\.id)
    #expect(ids.count == 266)
    #expect(Set(ids).count == ids.count)
  }

  @Test("a row belongs to the area above it")
  func areas() {
    let table = RequirementTable(
      """
      # AA First
      AA-01 S Always.
      # BB Second
      BB-01 L At last.
      """)
    #expect(
      table.requirements == [
        Requirement("AA-01", .safety, "Always.", area: "First"),
        Requirement("BB-01", .liveness, "At last.", area: "Second"),
      ])
  }
}
