/// The statics and globals of Swift code in this program's own executable, but for some modules, as bytes that can be copied
/// out and put back.
///
/// A lazy one comes with the word by which the runtime knows that it was initialized, so that zeros make it one that nobody has
/// asked for yet. What an executable was stripped of, what libraries have and what C has is not seen.
package struct ProgramStatics: Sendable {
  /// A static or global.
  package struct Variable: Sendable {
    /// Its name for a person, such as "static App.Cache.shared".
    package let name: String
    /// Its place in a copy.
    package let place: Range<Int>
    /// The places of the words that tell that it was initialized.
    fileprivate let tokens: [Range<Int>]
  }

  /// The variables, by rising address.
  package private(set) var variables: [Variable] = []
  /// What is copied: the address of each run of bytes, and their number.
  private var parts: [(address: UInt, count: Int)] = []

  /// How many bytes a copy has.
  package var byteCount: Int { parts.reduce(0) { $0 + $1.count } }

  /// Finds the statics of all modules but `others`.
  package init(except others: Set<String>) {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      let all = ProgramSymbols.variables(where: Self.isStatic)
      let modules = Set(all.compactMap { Self.module(of: $0.name) }).subtracting(others)
      // order: whether there is any.
      let extensions = modules.map { "\($0.utf8.count)\($0)E" }
      let kept = all.filter { symbol in
        Self.module(of: symbol.name).map(modules.contains) ?? false
          || extensions.contains { symbol.name.contains($0) }
      }
      take(kept)
    #endif
  }

  /// The same, of which only one variable is copied.
  package func only(_ name: String) -> ProgramStatics {
    var statics = self
    let wanted = variables.filter { $0.name == name }
    let places = wanted.flatMap { [$0.place] + $0.tokens }.sorted { $0.lowerBound < $1.lowerBound }
    statics.parts = []
    statics.variables = []
    var count = 0
    for place in places {
      statics.parts.append((address(of: place.lowerBound), place.count))
      if wanted.contains(where: { $0.place == place }) {
        statics.variables.append(
          Variable(name: name, place: count..<count + place.count, tokens: []))
      }
      count += place.count
    }
    return statics
  }

  /// The address of a byte of a copy.
  private func address(of offset: Int) -> UInt {
    var rest = offset
    for part in parts {
      if rest < part.count { return part.address + UInt(rest) }
      rest -= part.count
    }
    return 0
  }

  /// The part of a copy that is a copy of `some` of the same statics.
  package func part(of bytes: [UInt8], with some: ProgramStatics) -> [UInt8] {
    var found: [UInt8] = []
    for part in some.parts {
      var offset = 0
      for own in parts {
        if own.address..<own.address + UInt(own.count) ~= part.address {
          let begin = offset + Int(part.address - own.address)
          found += bytes[begin..<begin + part.count]
        }
        offset += own.count
      }
    }
    return found
  }

  /// Copies them as they stand.
  package func copy() -> [UInt8] {
    var bytes: [UInt8] = []
    copy(into: &bytes)
    return bytes
  }

  /// Copies them as they stand into memory that was taken before.
  package func copy(into bytes: inout [UInt8]) {
    if bytes.count != byteCount { bytes = Array(repeating: 0, count: byteCount) }
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var offset = 0
      for part in parts {
        let source = unsafe UnsafeRawBufferPointer(
          start: UnsafeRawPointer(bitPattern: part.address), count: part.count)
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + part.count])
          .copyMemory(from: source)
        offset += part.count
      }
    }
  }

  /// Puts a copy in their place.
  package func put(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      for part in parts {
        let target = unsafe UnsafeMutableRawBufferPointer(
          start: UnsafeMutableRawPointer(bitPattern: part.address), count: part.count)
        unsafe target.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + part.count]))
        offset += part.count
      }
    }
  }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  extension ProgramStatics {
    private static let token = "_Wz"
    /// Behind the name of a token: an object that the compiler has laid out, which the static refers to.
    private static let outlined = "_WZTv_"

    /// By Swift's mangling: a stored variable, perhaps one of those that the optimiser has cut it into, the token of a lazy one, or
    /// an object that was laid out for it.
    private static func isStatic(_ name: String) -> Bool {
      guard name.hasPrefix("$s") else { return false }
      let stem = stem(of: name)
      return stem.hasSuffix("vp") || stem.hasSuffix("vpZ") || stem.hasSuffix(token)
        || stem.hasSuffix(outlined)
    }

    /// The name without the number of a part, such as ".1".
    private static func stem(of name: String) -> Substring {
      guard let dot = name.lastIndex(of: "."),
        name[name.index(after: dot)...].allSatisfy(\.isNumber)
      else { return name[...] }
      return name[..<dot]
    }

    /// The module of what a mangled name begins with; nil where that is the standard library's.
    private static func module(of name: String) -> String? {
      let rest = name.dropFirst(2)
      let digits = rest.prefix { $0.isNumber }
      guard let count = Int(digits), count > 0 else { return nil }
      return String(rest.dropFirst(digits.count).prefix(count))
    }

    private mutating func take(_ symbols: [ProgramSymbols.Variable]) {
      var places: [(symbol: ProgramSymbols.Variable, place: Range<Int>)] = []
      var count = 0
      for symbol in symbols {
        // Two names may stand for one place.
        if let last = parts.last, last.address + UInt(last.count) > symbol.address { continue }
        places.append((symbol, count..<count + symbol.byteCount))
        count += symbol.byteCount
        if let last = parts.last, last.address + UInt(last.count) == symbol.address {
          parts[parts.count - 1].count += symbol.byteCount
        } else {
          parts.append((symbol.address, symbol.byteCount))
        }
      }
      let tokens = places.filter { $0.symbol.name.hasSuffix(Self.token) }
      let objects = places.filter { $0.symbol.name.hasSuffix(Self.outlined) }
      for (symbol, place) in places
      where Self.stem(of: symbol.name).hasSuffix("vp")
        || Self.stem(of: symbol.name).hasSuffix("vpZ")
      {
        let name = Self.readable(String(Self.stem(of: symbol.name)))
        let theirs =
          tokens.filter { Self.initializes($0.symbol.name, symbol.name, name) }
          + objects.filter { symbol.name.hasPrefix($0.symbol.name.dropLast(Self.outlined.count)) }
        variables.append(Variable(name: name, place: place, tokens: theirs.map(\.place)))
      }
    }

    /// Whether a token is that of a variable. Those that one pattern initializes share one, which has all their names.
    private static func initializes(_ token: String, _ variable: String, _ readable: String) -> Bool
    {
      let stem = token.dropLast(Self.token.count)
      if variable.hasPrefix(stem) { return true }
      let last = readable.split(separator: ".").last ?? ""
      if stem.contains("_\(last.utf8.count)\(last)") { return true }
      return stem.indices.contains { index in
        let next = stem.index(after: index)
        return stem[index] == "_" && next < stem.endIndex && stem[next].isNumber
          && variable.hasPrefix(stem[..<index])
      }
    }

    /// A mangled name for a person, without its type and the mark of a file.
    private static func readable(_ name: String) -> String {
      SwiftName.demangled(name).map(withoutDetails) ?? name
    }
  }
#endif

extension ProgramStatics {
  /// "static App.(hidden in _0D7E).count : Swift.Int" as "static App.hidden.count".
  static func withoutDetails(_ name: String) -> String {
    var name = name
    if let colon = name.firstRange(of: " : ") { name = String(name[..<colon.lowerBound]) }
    return name.replacing(/\(([^() ]+) in _[0-9A-F]+\)/) { String($0.output.1) }
  }
}
