internal import Harness
internal import Network
internal import Simulator

/// Something that a person, or the system, can do to any phone, whatever app it runs.
public enum PhoneGesture: Hashable, Codable, Sendable {
  /// Leaves the app; the system suspends it a little later.
  case background
  /// The system suspends the app, which is behind the screen, sooner than it had to.
  case suspend
  /// Locks the phone.
  case lock
  /// Unlocks the phone without opening the app.
  case unlock
  /// Switches the phone off and on.
  case restart
  /// Comes back to the app.
  case foreground
  /// The system covers the app, as with a call.
  case cover(SystemCover)
  /// The system covers the app no more.
  case uncover
  /// Ends the app.
  case kill
  /// Launches the app.
  case launch
  /// Deletes the app with its data and installs it anew.
  case reinstall
  /// Switches airplane mode.
  case airplaneMode(Bool)
  /// Comes to another network, by the name of its profile.
  case network(String)
  /// Sets the clock by so many milliseconds, forwards or back.
  case clock(milliseconds: Int)
  /// Signs in on another phone, of this name.
  case anotherPhone(String, profile: String)
  /// Taps the newest notification.
  case tapNotification
  /// Swipes all notifications away.
  case clearNotifications
  /// Responds to the newest notification without opening the app.
  case respond(NotificationResponse)
  /// Lets the app see more or less of the photo library, in Settings.
  case photoAccess(PhotoAccess)
  /// Lets the app do more or less with notifications, in Settings.
  case permission(NotificationPermission)
  /// Answers the system's question whether the app may notify.
  case answerPrompt(allows: Bool)
  /// Switches Low Power Mode.
  case lowPower(Bool)
  /// Comes to another time zone, so many hours from Greenwich.
  case timeZone(hours: Int)
  /// Sets the size of text.
  case textSize(TextSize)
  /// Switches Increase Contrast.
  case contrast(Bool)
  /// Makes apps light on dark, or dark on light.
  case darkMode(Bool)

  /// The gesture in a few words, as coverage counts it.
  var kind: String {
    switch self {
    case .background: "background"
    case .suspend: "suspend"
    case .lock: "lock"
    case .unlock: "unlock"
    case .restart: "restart"
    case .foreground: "foreground"
    case .cover: "cover"
    case .uncover: "uncover"
    case .kill: "kill"
    case .launch: "launch"
    case .reinstall: "reinstall"
    case .airplaneMode(let isOn): isOn ? "airplane mode on" : "airplane mode off"
    case .network: "another network"
    case .clock: "set the clock"
    case .anotherPhone: "another phone"
    case .tapNotification: "tap a notification"
    case .clearNotifications: "clear the notifications"
    case .respond(.dismissed): "swipe a notification away"
    case .respond(.action(let name)): "\(name) at a notification"
    case .respond(.reply): "reply to a notification"
    case .photoAccess(let access): "photo library \(access.rawValue)"
    case .permission(let permission): "notifications \(permission.rawValue)"
    case .answerPrompt(let allows): allows ? "allow notifications" : "don't allow notifications"
    case .lowPower(let isOn): isOn ? "low power on" : "low power off"
    case .timeZone: "another time zone"
    case .textSize: "set the size of text"
    case .contrast(let isOn): isOn ? "more contrast" : "usual contrast"
    case .darkMode(let isOn): isOn ? "dark mode on" : "dark mode off"
    }
  }

  /// The lines of Swift that do it.
  func source(on phone: String, user: String) -> String {
    switch self {
    case .background: "try await \(phone).enterBackground()"
    case .suspend: "try await \(phone).suspend()"
    case .lock: "try await \(phone).lock()"
    case .unlock: "try await \(phone).unlock()"
    case .restart: "try await \(phone).restart()"
    case .foreground: "try await \(phone).enterForeground()"
    case .cover(let cover): "try await \(phone).cover(with: .\(cover))"
    case .uncover: "try await \(phone).uncover()"
    case .kill: "try await \(phone).kill()"
    case .launch: "try await \(phone).launch()"
    case .reinstall: "try await \(phone).reinstall()"
    case .airplaneMode(let isOn): "await \(phone).setAirplaneMode(\(isOn))"
    case .network(let profile):
      "try world.network.setProfile(.\(DaySourceWords.profile(profile)), of: \(phone).host)"
    case .clock(let milliseconds):
      "await \(phone).setClock { $0.skew += .milliseconds(\(milliseconds)) }"
    case .anotherPhone(let name, let profile):
      """
      let \(DaySourceWords.variable(name)) = try await world.phone("\(name)", user: "\(user)", \
      on: .\(DaySourceWords.profile(profile)))
      """
    case .tapNotification: "try await \(phone).tapNotification()"
    case .clearNotifications: "try await \(phone).clearNotifications()"
    case .respond(.dismissed): "try await \(phone).respond(.dismissed)"
    case .respond(.action(let name)):
      "try await \(phone).respond(.action(\(DaySourceWords.quoted(name))))"
    case .respond(.reply(let text)):
      "try await \(phone).respond(.reply(\(DaySourceWords.quoted(text))))"
    case .photoAccess(let access): "try await \(phone).setPhotoAccess(.\(access))"
    case .permission(let permission): "await \(phone).setPermission(.\(permission))"
    case .answerPrompt(let allows):
      "try await \(phone).answerNotificationPrompt(allows: \(allows))"
    case .lowPower(let isOn): "await \(phone).setLowPowerMode(\(isOn))"
    case .timeZone(let hours): "await \(phone).setTimeZone(.fixed(.hours(\(hours))))"
    case .textSize(let size): "await \(phone).setTextSize(.\(size))"
    case .contrast(let isOn): "await \(phone).setIncreasesContrast(\(isOn))"
    case .darkMode(let isOn): "await \(phone).setDarkMode(\(isOn))"
    }
  }

  /// Does it.
  ///
  /// - Returns: The reason why it cannot be done at present; nil where it was.
  func perform<App: PhoneApp>(on phone: Phone<App>) async throws -> String? {
    do {
      switch self {
      case .background: try await phone.enterBackground()
      case .suspend: try await phone.suspend()
      case .lock: try await phone.lock()
      case .unlock: try await phone.unlock()
      case .restart: try await phone.restart()
      case .foreground: try await phone.enterForeground()
      case .cover(let cover): try await phone.cover(with: cover)
      case .uncover: try await phone.uncover()
      case .kill: try await phone.kill()
      case .launch: try await phone.launch()
      case .reinstall: try await phone.reinstall()
      case .airplaneMode(let isOn): await phone.setAirplaneMode(isOn)
      case .network(let profile):
        try phone.network.setProfile(.named(profile), of: phone.host)
      case .clock(let milliseconds):
        await phone.setClock { $0.skew += .milliseconds(milliseconds) }
      case .anotherPhone: return "it is the world's"
      case .tapNotification: try await phone.tapNotification()
      case .clearNotifications: try await phone.clearNotifications()
      case .respond(let response): try await phone.respond(response)
      case .photoAccess(let access): try await phone.setPhotoAccess(access)
      case .permission(let permission): await phone.setPermission(permission)
      case .answerPrompt(let allows): try await phone.answerNotificationPrompt(allows: allows)
      case .lowPower(let isOn): await phone.setLowPowerMode(isOn)
      case .timeZone(let hours): await phone.setTimeZone(.fixed(.hours(hours)))
      case .textSize(let size): await phone.setTextSize(size)
      case .contrast(let isOn): await phone.setIncreasesContrast(isOn)
      case .darkMode(let isOn): await phone.setDarkMode(isOn)
      }
    } catch let error as LifeError {
      return "\(error)"
    } catch let error as NotificationMissing {
      return "\(error)"
    } catch let error as NotificationPromptMissing {
      return "\(error)"
    }
    return nil
  }

  /// The gestures that are possible on a phone now, with their weights.
  static func offers<App: PhoneApp>(
    on phone: Phone<App>, _ draws: inout DayDraws
  ) -> [(gesture: PhoneGesture, weight: Int)] {
    let isOn = phone.network.isInterfaceSwitchedOn(of: phone.host)
    let profile = draws.pick(DayCast.profiles) { $0.weight }?.name ?? "wifi"
    let magnitude = draws.duration(from: .milliseconds(1), to: .hours(4)).milliseconds
    let jump = Int(magnitude) * (draws.chance(0.5) ? 1 : -1)
    var offers: [(PhoneGesture, Int)] = [
      (.airplaneMode(isOn), isOn ? 3 : 8), (.network(profile), 2), (.clock(milliseconds: jump), 1),
      (.reinstall, 1), (.restart, 1),
    ]
    // What Settings has, each seldom.
    switch draws.number(in: 0...8) {
    case 0: offers.append((.photoAccess(draws.pick(PhotoAccess.allCases) ?? .denied), 1))
    case 1: offers.append((.textSize(draws.pick(TextSize.allCases) ?? .large), 1))
    case 2: offers.append((.contrast(!phone.traits.increasesContrast), 1))
    case 3: offers.append((.darkMode(!phone.traits.isDark), 1))
    case 4 where !phone.lifeState.isInFront:
      offers.append((.permission(draws.pick(NotificationPermission.allCases) ?? .denied), 1))
    case 5: offers.append((.lowPower(!phone.isLowPowerModeEnabled), 2))
    case 6: offers.append((.timeZone(hours: draws.number(in: -11...14)), 1))
    default: break
    }
    // Whether the phone is locked is its own to know: to ask it would be a step, which a day that is given back does not take.
    offers += [(.lock, 4), (.unlock, 1)]
    switch phone.lifeState {
    case .terminated: offers.append((.launch, 24))
    case .background: offers += [(.foreground, 24), (.suspend, 6), (.kill, 3)]
    case .suspended: offers += [(.foreground, 24), (.kill, 3)]
    case .inactive where phone.notifications.shade.isPromptShown:
      offers += [(.answerPrompt(allows: draws.chance(0.7)), 24), (.background, 3), (.kill, 3)]
    case .inactive: offers += [(.uncover, 24), (.background, 3), (.kill, 3)]
    case .foreground:
      offers += [(.background, 4), (.kill, 5)]
      offers += SystemCover.allCases.map { (.cover($0), 1) }
    }
    if !phone.notifications.shade.notifications.isEmpty {
      offers += [(.tapNotification, 12), (.clearNotifications, 2)]
      for response in App.notificationResponses {
        if case .reply = response {
          offers.append((.respond(.reply("reply \(draws.number(in: 1...99))")), 4))
        } else {
          offers.append((.respond(response), 4))
        }
      }
    }
    return offers
  }
}
