import AppFoundation
import Devices
import Dispatch
import Foundation

/// What ordinary code finds where it asks Foundation. Built for release too, where the optimiser calls by other ways.
@MainActor
final class ProbeApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "probe" }

  /// Noon of the first of July 2026, UTC.
  private let noon = Date(timeIntervalSince1970: 1_782_907_200)

  func keep(_ text: String) {
    UserDefaults.standard.set(text, forKey: "kept")
    UserDefaults(suiteName: "group")?.set("\(text) in a suite", forKey: "kept")
  }

  private(set) var lines: [String] = []
  private var observer: (any NSObjectProtocol)?

  /// Waits for queues, for a work item, and for a notice on the main queue.
  func waitForQueues() {
    let guarded = DispatchQueue(label: "guarded", attributes: .concurrent)
    guarded.async(flags: .barrier) { DispatchQueue.main.async { self.write("guarded") } }
    guarded.sync { dispatchPrecondition(condition: .onQueue(guarded)) }
    lines.append("behind it")
    let worker = DispatchQueue(label: "worker")
    worker.async { DispatchQueue.main.sync { self.write("from a worker") } }
    guarded.sync(flags: .barrier) { dispatchPrecondition(condition: .onQueue(guarded)) }
    let work: @Sendable () -> Void = { self.write("item") }
    let item = DispatchWorkItem(block: work)
    item.notify(queue: .main) { self.write("item has run") }
    DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: item)
    let name = Notification.Name("probed")
    observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
      [weak self] _ in self?.write("noticed")
    }
    NotificationCenter.default.post(name: name, object: nil)
  }

  /// Uses operation queues and the main run loop, and spreads work over threads.
  func spreadWork() {
    lines = []
    DispatchQueue.concurrentPerform(iterations: 2) { write("turn \($0)") }
    let queue = OperationQueue()
    queue.addOperation { OperationQueue.main.addOperation { self.write("operation") } }
    queue.waitUntilAllOperationsAreFinished()
    RunLoop.main.perform { self.write("performed") }
    let timer = Timer(timeInterval: 1, repeats: false) { _ in self.write("fired") }
    RunLoop.main.add(timer, forMode: .common)
    lines.append(OperationQueue.current === OperationQueue.main ? "main" : "elsewhere")
  }

  private var observers: [any NSObjectProtocol] = []

  /// Asks for the machine, and posts what several observe.
  func ask() {
    let info = ProcessInfo.processInfo
    lines = ["\(info.activeProcessorCount) \(info.hostName) \(info.operatingSystemVersionString)"]
    let name = Notification.Name("asked")
    for number in 1...9 {
      observers.append(
        NotificationCenter.default.addObserver(
          forName: number % 3 == 0 ? nil : name, object: nil, queue: number % 2 == 0 ? .main : nil
        ) { [weak self] _ in self?.write("\(number)") })
    }
    NotificationCenter.default.removeObserver(observers[3])
    NotificationCenter.default.post(name: name, object: nil)
  }

  private nonisolated func write(_ line: String) {
    MainActor.assumeIsolated { lines.append(line) }
  }

  /// What is kept in the app's user defaults.
  var kept: [String] {
    [UserDefaults.standard, UserDefaults(suiteName: "group"), UserDefaults()].map {
      $0?.string(forKey: "kept") ?? "-"
    }
  }

  /// What the app's bundle says, and whether threads and managers of files are the launch's.
  var about: [String] {
    let entries = Bundle.main.infoDictionary ?? [:]
    let build = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion")
    return [
      Bundle.main.bundleIdentifier ?? "-", entries["CFBundleShortVersionString"] as? String ?? "-",
      build as? String ?? "-",
      "\(Thread.current.isMainThread && Thread.current === Thread.mainThread)",
      "\(FileManager().temporaryDirectory == FileManager.default.temporaryDirectory)",
    ]
  }

  var times: [String] {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "HH.mm"
    return [
      TimeZone.current.identifier, NSTimeZone.default.identifier, formatter.string(from: noon),
      "\(Calendar.current.component(.hour, from: noon))",
      "\(Calendar(identifier: .gregorian).component(.hour, from: noon))",
      Locale.current.identifier,
    ]
  }
}
