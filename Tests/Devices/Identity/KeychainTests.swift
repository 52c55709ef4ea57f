import Harness
import Simulator
import Testing

@testable import Devices

@Suite("A phone's keychain")
struct KeychainTests {
  private typealias Accessibility = KeychainAccessibility

  /// Asks for the item of each class.
  private static func readable(_ keychain: AppKeychain) -> [Accessibility] {
    Accessibility.allCases.filter { accessible in
      do throws(KeychainError) {
        return try keychain.bytes(service: "each", account: accessible.rawValue) == [1]
      } catch {
        #expect(error == .interactionNotAllowed)
        return false
      }
    }
  }

  private static func addAll(to keychain: AppKeychain) throws {
    for accessible in Accessibility.allCases {
      try keychain.add(
        [1], service: "each", account: accessible.rawValue, accessible: accessible)
    }
  }

  private func keychain(of phone: ProbePhone) throws -> AppKeychain {
    AppKeychain(keychain: phone.keychain, process: try #require(phone.runningProcess))
  }

  @Test("an item is added once, found by service and account, changed and deleted")
  func items() {
    ServicesRig.run { rig in
      let keychain = try await rig.phone("Bob").app().services.keychain
      let other = try await rig.phone("Alice").app().services.keychain
      #expect(throws: KeychainError.itemNotFound) { try keychain.bytes(service: "s", account: "a") }
      #expect(throws: KeychainError.itemNotFound) {
        try keychain.update([1], service: "s", account: "a")
      }
      try keychain.add([1, 2], service: "s", account: "a")
      try keychain.add([3], service: "s", account: "b")
      #expect(throws: KeychainError.duplicateItem) {
        try keychain.add([4], service: "s", account: "a", accessible: .always)
      }
      #expect(try keychain.bytes(service: "s", account: "a") == [1, 2])
      #expect(throws: KeychainError.itemNotFound) { try other.bytes(service: "s", account: "a") }
      try keychain.update([5], service: "s", account: "a")
      #expect(try keychain.bytes(service: "s", account: "a") == [5])
      try keychain.delete(service: "s", account: "a")
      #expect(throws: KeychainError.itemNotFound) {
        try keychain.delete(service: "s", account: "a")
      }
      #expect(try keychain.bytes(service: "s", account: "b") == [3])
      try keychain.set("one", as: "name")
      try keychain.set("two", as: "name")
      #expect(try keychain.text("name") == "two")
      try keychain.set(nil, as: "name")
      try keychain.set(nil, as: "name")
      #expect(try keychain.text("name") == nil)
    }
    let errors: [KeychainError] = [
      .duplicateItem, .itemNotFound, .interactionNotAllowed, .notAvailable,
    ]
    #expect(errors.map(\.rawValue) == [-25299, -25300, -25308, -25291])
  }

  @Test("a locked phone keeps items from the app as their accessibility says")
  func locked() {
    let world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let keychain = try bob.app().services.keychain
      try Self.addAll(to: keychain)
      try await bob.lock()
      #expect(Self.readable(keychain) == Accessibility.allCases)
      // Ten seconds after the lock the key is thrown away.
      try await rig.sleep(.seconds(60))
      let open: [Accessibility] = [.afterFirstUnlock, .always, .afterFirstUnlockThisDeviceOnly]
      #expect(Self.readable(keychain) == open)
      #expect(throws: KeychainError.interactionNotAllowed) {
        try keychain.add([2], service: "late", account: "a")
      }
      #expect(throws: KeychainError.interactionNotAllowed) {
        try keychain.update([2], service: "each", account: "whenUnlocked", accessible: .always)
      }
      #expect(throws: KeychainError.interactionNotAllowed) { try keychain.set("late", as: "b") }
      try keychain.add([2], service: "late", account: "b", accessible: .afterFirstUnlock)
      try keychain.delete(service: "each", account: "whenUnlockedThisDeviceOnly")
      try await bob.unlock()
      #expect(throws: KeychainError.itemNotFound) {
        try keychain.bytes(service: "late", account: "a")
      }
      #expect(try keychain.bytes(service: "late", account: "b") == [2])
      #expect(try keychain.bytes(service: "each", account: "whenUnlocked") == [1])
    }
    let story = world.journal.entries.map(\.text)
    #expect(story.contains("keychain item each/whenUnlocked is locked with the phone"))
  }

  @Test("before the first unlocking after a restart only items that are always open can be read")
  func restarted() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      try Self.addAll(to: try bob.app().services.keychain)
      try await bob.restart()
      try await bob.startBehindScreen()
      let keychain = try self.keychain(of: bob)
      #expect(Self.readable(keychain) == [.always])
      try await bob.unlock()
      #expect(Self.readable(keychain) == Accessibility.allCases)
      // Locked again, it is as after any lock.
      try await bob.lock()
      try await rig.sleep(.seconds(5))
      #expect(Self.readable(keychain) == Accessibility.allCases)
    }
  }

  @Test("items survive a kill, an update, a reinstallation and a backup, some on one phone only")
  func survives() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      try Self.addAll(to: try bob.app().services.keychain)
      for end in 0..<4 {
        switch end {
        case 0: try await bob.kill()
        case 1: try await bob.updateApp()
        case 2: try await bob.reinstall()
        default: try await bob.restoreFromBackup()
        }
        try await bob.launch()
        #expect(Self.readable(try bob.app().services.keychain) == Accessibility.allCases)
      }
      try await bob.restoreFromBackup(onAnotherPhone: true)
      try await bob.launch()
      let keychain = try bob.app().services.keychain
      for accessible in Accessibility.allCases {
        let bytes = try? keychain.bytes(service: "each", account: accessible.rawValue)
        #expect(bytes == (accessible.isOfThisDeviceOnly ? nil : [1]), "\(accessible)")
      }
    }
  }

  @Test("a process that has ended is refused")
  func ended() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let keychain = try bob.app().services.keychain
      try keychain.set("kept", as: "name")
      try await bob.kill()
      #expect(throws: KeychainError.notAvailable) { try keychain.text("name") }
      #expect(throws: KeychainError.notAvailable) { try keychain.set("late", as: "name") }
      try await bob.launch()
      #expect(try bob.app().services.keychain.text("name") == "kept")
    }
  }

  /// A keychain without a phone.
  private struct Stage: ScenarioWorld {
    let keychain: AppKeychain

    init(in world: World) async throws {
      let subject = JournalSource("Bob")
      let process = AppProcess(
        name: "Bob", world: world, disk: Disk(in: world, of: subject),
        wallClock: WorldBound(WallClock(), in: world))
      keychain = AppKeychain(keychain: Keychain(in: world, of: subject), process: process)
    }
  }

  @Test("two runs that leave other items behind differ where they are compared")
  func compared() {
    func digest(_ text: String, _ accessible: Accessibility) -> UInt64 {
      let scenario = Scenario("kept") { (stage: Stage) in
        try stage.keychain.set(text, as: "name", accessible: accessible)
      }
      var configuration = RunConfiguration()
      configuration.endComparison = .always
      return Runner.run(scenario, configuration).finalDigest
    }
    #expect(digest("one", .always) == digest("one", .always))
    #expect(digest("one", .always) != digest("two", .always))
    #expect(digest("one", .always) != digest("one", .whenUnlocked))
  }
}

extension Phone {
  /// Launches the app as the system does for a push.
  fileprivate func startBehindScreen() throws { try start(behindScreen: true) }
}
