extension Double {
  /// A time as the backend stores it, in whole milliseconds since 1970.
  ///
  /// Programs that no rules bind may store any number there: what is no time of the next 285,000 years counts as the
  /// nearest that is, so that nothing overflows that reckons with it.
  var asMilliseconds: Int64 {
    isNaN ? 0 : Int64(Swift.min(Swift.max(self, -0x1p53), 0x1p53))
  }
}
