internal import Devices
public import Foundation
internal import Simulator

// What Foundation has on Darwin alone, under the names that it has there.

#if !canImport(Darwin)
  extension ProcessInfo {
    /// Whether the phone whose app asks spares its battery; false for code of no app.
    ///
    /// Source: Apple, `ProcessInfo.isLowPowerModeEnabled`.
    public var isLowPowerModeEnabled: Bool {
      (SimulatedProcess.asking?.program as? AppProcess)?.isLowPowerModeEnabled ?? false
    }
  }

  extension NSNotification.Name {
    /// Low Power Mode was switched, on the phone of the launch that hears of it. The object is a `ProcessInfo`.
    ///
    /// An app that is suspended then hears of it once it runs again. Source: Apple, `NSProcessInfoPowerStateDidChange`; that it comes on
    /// the main thread, as does `ProcessInfo.PowerStateDidChangeMessage`, is ours.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
      "NSProcessInfoPowerStateDidChangeNotification")
  }
#endif

extension Replaced {
  /// A notification centre of a launch, to which the system tells what Foundation hands on.
  static func makeCentre(of process: SimulatedProcess) -> NotificationCenter {
    let centre = PhoneCentre()
    guard let program = process.program as? AppProcess else { return centre }
    let zone = WorldBound(program.clock.zone, in: process.world)
    program.observeNotices { [weak centre, weak program] notice in
      guard let centre, let program else { return }
      switch notice {
      case .powerStateChanged:
        centre.post(
          name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
      case .timesChanged:
        let present = program.clock.zone
        let hasMoved = zone.withValue { zone in
          defer { zone = present }
          return zone != present
        }
        if hasMoved { centre.post(name: .NSSystemTimeZoneDidChange, object: nil) }
      }
    }
    return centre
  }
}
