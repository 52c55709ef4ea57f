extension World {
  /// The one object of a type that everybody in this world shares, made when it is first asked for; another world has
  /// another one.
  ///
  /// - Parameter make: Makes the object.
  public func shared<Object: AnyObject & Sendable>(
    _ type: Object.Type = Object.self, make: () -> Object
  ) -> Object {
    requireDriving()
    if let known = sharedObjects[ObjectIdentifier(type)] as? Object { return known }
    let object = make()
    sharedObjects[ObjectIdentifier(type)] = object
    return object
  }
}
