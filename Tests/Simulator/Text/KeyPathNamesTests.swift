import Testing

@testable import Simulator

/// Something with properties that are computed, as most of what a screen offers.
private struct Sample {
  struct Part {
    var stored = 1
    var doubled: Int { stored * 2 }
    private var hidden: String { "\(stored)" }
    static var secret: AnyKeyPath { \Part.hidden }
    subscript(number: Int) -> Int { stored + number }
  }

  var part = Part()
  var other: Part? { part }
}

@Suite("Names of key paths")
struct KeyPathNamesTests {
  @Test("the properties of a key path are told, stored or computed")
  func properties() {
    #expect((\Sample.part.stored).propertyNames == "part.stored")
    #expect((\Sample.part.doubled).propertyNames == "part.doubled")
    #expect((\Sample.other?.doubled).propertyNames == "other.doubled")
    #expect(Sample.Part.secret.propertyNames == "hidden")
  }

  @Test("what has no name is told by what follows it, or not at all")
  func nameless() {
    #expect((\Sample.self).propertyNames == nil)
    #expect((\Sample.part[3]).propertyNames == nil)
    #expect((\Sample.part[3].magnitude).propertyNames == "magnitude")
  }
}
