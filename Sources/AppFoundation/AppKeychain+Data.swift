public import Devices
public import Foundation

extension AppKeychain {
  /// The data of an item.
  ///
  /// - Throws: ``KeychainError/itemNotFound``, ``KeychainError/interactionNotAllowed`` under the phone's lock, and
  ///   ``KeychainError/notAvailable`` for a process that has ended.
  public func data(service: String, account: String) throws(KeychainError) -> Data {
    Data(try bytes(service: service, account: account))
  }
}
