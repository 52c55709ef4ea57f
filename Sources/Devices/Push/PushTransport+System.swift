internal import Backend
internal import Network

extension PushTransport {
  /// The operating system of the phones that the service reaches: by its kernel their connections behave.
  var system: OperatingSystem {
    switch self {
    case .apns: .darwin
    case .fcmAndroid: .linux
    }
  }
}
