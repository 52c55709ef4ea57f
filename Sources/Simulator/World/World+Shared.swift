extension World {
  /// The one object of a type that everybody in this world shares, made when it is first asked for; another world has
  /// another one.
  ///
  /// Code that is not part of the world's run is refused, and gets an object that nobody else has.
  ///
  /// - Parameter make: Makes the object.
  public func shared<Object: AnyObject & Sendable>(
    _ type: Object.Type = Object.self, make: () -> Object
  ) -> Object {
    guard isFurnishable("something that its world shares was used") else { return make() }
    if let known = sharedObjects[ObjectIdentifier(type)] as? Object { return known }
    let object = make()
    sharedObjects[ObjectIdentifier(type)] = object
    return object
  }
}
