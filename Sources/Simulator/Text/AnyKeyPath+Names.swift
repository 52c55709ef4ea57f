internal import SystemSupport

extension AnyKeyPath {
  /// The names of the properties on the way, such as "photo.progress", from behind the last step on that has none; nil where that
  /// is all.
  ///
  /// The standard library describes a property that is computed by the address of its getter, wherever the dynamic linker does not
  /// know that one, as in optimised builds. The program's own table of symbols does, also behind the thunks that lead to some
  /// getters and are in no table.
  package var propertyNames: String? {
    var names: [String] = []
    for step in debugDescription.split(separator: ".").dropFirst().reversed() {
      guard let name = Self.property(step) else { break }
      names.append(name)
    }
    return names.isEmpty ? nil : names.reversed().joined(separator: ".")
  }

  /// The name of a step, which is it, or "<computed 0x000055d0 (Array<String>)>".
  private static func property(_ step: Substring) -> String? {
    let mark = "<computed 0x"
    if step.hasPrefix(mark) {
      let digits = step.dropFirst(mark.count).prefix { $0.isHexDigit }
      return UInt(digits, radix: 16).flatMap { SwiftName.property(ofGetterAt: $0) }
    }
    let name = step.filter { $0 != "?" && $0 != "!" }
    let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isName && name != "self" ? name : nil
  }
}
