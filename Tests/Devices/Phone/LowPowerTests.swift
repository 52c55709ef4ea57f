import Backend
import Devices
import Network
import Simulator
import Testing

@Suite("Low Power Mode")
struct LowPowerTests {
  private static func push(_ data: String, to token: PushToken, _ rig: ServicesRig) {
    rig.push(PushMessage(data: ["key": data]), to: token)
  }

  @Test("background pushes wait for its end, the newest of them; notifications do not")
  func pushes() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      await bob.setLowPowerMode(true)
      try await bob.expect { $0.lines.last == "low power on" }
      try await bob.enterBackground()
      try await rig.sleep(.minutes(1))
      Self.push("one", to: token, rig)
      try await rig.sleep(.minutes(1))
      Self.push("two", to: token, rig)
      rig.push(
        PushMessage(
          notification: PushMessage.Notification(title: "shown", body: ""), priority: .high),
        to: token)
      try await bob.expectNotifications { $0.titles == ["shown"] }
      try await rig.sleep(.hours(2))
      #expect(bob.lifeState == .suspended)
      #expect(bob.display.screen?.lines.last == "background")
      await bob.setLowPowerMode(false)
      try await rig.sleep(.seconds(1))
      #expect(bob.lifeState == .background)
      #expect(bob.display.screen?.lines.suffix(3) == ["low power off", "background", "data two"])
    }
  }

  @Test("who opens the app gets what was held, and an app in front gets all at once")
  func opened() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      await bob.setLowPowerMode(true)
      Self.push("front", to: token, rig)
      try await bob.expect { $0.lines.last == "data front" }
      try await bob.enterBackground()
      try await rig.sleep(.minutes(1))
      Self.push("held", to: token, rig)
      try await rig.sleep(.minutes(1))
      try await bob.enterForeground()
      try await bob.expect { $0.lines.last == "data held" }
    }
  }

  @Test("an Android phone wakes its app all the same")
  func android() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let token = try await rig.token(of: bob)
      await bob.setLowPowerMode(true)
      try await bob.enterBackground()
      try await rig.sleep(.minutes(1))
      Self.push("one", to: token, rig)
      try await rig.sleep(.seconds(5))
      #expect(bob.display.screen?.lines.last == "data one")
    }
  }

  @Test("work that waits for the network waits for its end as well")
  func network() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      try bob.app().services.process.setWakesWithNetwork(true)
      await bob.setLowPowerMode(true)
      await bob.setAirplaneMode(true)
      try await bob.enterBackground()
      try await rig.sleep(.minutes(1))
      await bob.setAirplaneMode(false)
      try await rig.sleep(.seconds(10))
      #expect(bob.lifeState == .suspended)
      await bob.setLowPowerMode(false)
      #expect(bob.lifeState == .background)
    }
  }
}
