internal import Backend
internal import Network
internal import Simulator

// What a phone's system does with a notification before it is shown.

/// A notification that waits for the app's extension.
struct ServedNotification: Sendable {
  let id: PushID
  let message: PushMessage
  let process: AppProcess
  var timer = WorldTimer.none
}

extension Phone {
  /// The time that a notification service extension has at most.
  ///
  /// Source: Apple, "Modifying content in newly delivered notifications": no more than 30 seconds.
  public static var serviceTime: Duration { .seconds(30) }

  /// The time between the call that the time is over and the end of the process; ours.
  static var serviceGrace: Duration { .seconds(1) }

  /// Hands a notification to the app's extension, where it has one that is meant.
  ///
  /// - Returns: Whether the extension has it now.
  func serve(_ id: PushID, _ message: PushMessage) -> Bool {
    guard message.isMutable, transport == .apns, let content = message.notification,
      let service = App.notificationService(for: configuration)
    else { return false }
    run(
      service, for: id, message,
      NotificationContent(
        title: content.title, body: content.body, badge: message.badge, data: message.data))
    return true
  }

  private func run<Service: NotificationService>(
    _ type: Service.Type, for id: PushID, _ message: PushMessage, _ content: NotificationContent
  ) {
    serviceCount += 1
    let number = serviceCount
    let label = "\(name)/service\(number == 1 ? "" : "#\(number)")"
    let main = world.lane("\(label)/main", isConfined: App.isConfined)
    let machine = SimulatedProcess(name: label, mainLane: main, bootedAt: bootedAt) {
      [wallClock] instant in
      wallClock.withValue { $0 }.nanoseconds(at: instant)
    }
    let process = AppProcess(
      name: label, world: world, disk: disk, wallClock: wallClock, machine: machine,
      bundle: bundle.ofExtension("NotificationService"), bootedAt: bootedAt)
    world.atEnd { process.end() }
    let database = SyncClient(
      lane: process.lane("sync", isConfined: App.isConfined), process: process, account: account,
      from: host, to: server, on: network)
    let service = Service(
      services: NotificationServices(
        lane: main, process: process, database: database,
        keychain: AppKeychain(keychain: keychain, process: process), user: user))
    world.journal.record(
      .life, about: host.subject, message, "extension runs for push #\(id.number)")
    var served = ServedNotification(id: id, message: message, process: process)
    served.timer = schedule(after: Self.serviceTime) { phone in
      phone.servedNotifications[number]?.timer = phone.schedule(after: Self.serviceGrace) {
        $0.served(number, nil)
      }
      service.post { $0.timeWillExpire() }
    }
    servedNotifications[number] = served
    if App.usesDatabase { database.post { $0.start() } }
    service.post { service in
      service.received(content) { [weak self] content in
        guard process.isAlive else { return }
        self?.post { $0.served(number, content) }
      }
    }
  }

  /// The phone is switched off: what extensions have in hand is lost.
  func endServices() {
    for number in servedNotifications.keys.sorted() {
      guard let served = servedNotifications.removeValue(forKey: number) else { continue }
      served.timer.cancel()
      served.process.end()
    }
  }

  /// The extension is done with a notification, or its time is over: then the original is shown.
  private func served(_ number: Int, _ content: NotificationContent?) {
    guard let served = servedNotifications.removeValue(forKey: number) else { return }
    served.timer.cancel()
    served.process.end()
    var message = served.message
    if let content {
      message.notification = PushMessage.Notification(title: content.title, body: content.body)
      message.badge = content.badge
      message.data = content.data
    } else {
      world.journal.record(
        .life, about: host.subject, message,
        "extension ran out of time for push #\(served.id.number)")
    }
    show(served.id, message)
  }
}
