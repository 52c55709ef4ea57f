public import Foundation
public import Simulator

// Values of Foundation whose parts reflection does not see, or sees with their addresses.

extension UUID: Digestible {
  public func digest(into hash: inout StableHash) {
    // As a text, which a hash without ids knows as one.
    hash.mix(uuidString)
  }
}

extension Data: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(bytes: [UInt8](self).span) }
}

extension Date: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(timeIntervalSinceReferenceDate.bitPattern)
  }
}

extension URL: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(relativeString)
    hash.mix(baseURL?.absoluteString ?? "")
  }
}

extension Decimal: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(description) }
}
