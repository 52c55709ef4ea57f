#if canImport(FoundationNetworking)
  package import FoundationNetworking
  package import Simulator
  package import SystemSupport

  /// What an app on a phone finds as `HTTPCookieStorage.shared` and `URLCache.shared`: those of its launch, which its sessions use.
  ///
  /// The module Web has them. It is found by the name of its type, as ``ReplacedNetworking`` is by the kernel.
  package protocol SharedWeb: SendableMetatype {
    static func cookies(of process: SimulatedProcess) -> HTTPCookieStorage
    static func responses(of process: SimulatedProcess) -> any KeptResponses
  }

  /// What FoundationNetworking has once in a process, as an app on a phone finds it; as AppFoundation's `Replaced` for Foundation.
  ///
  /// Code of no process gets what the library has.
  package enum ReplacedNetworking: Interposed.Module {
    private typealias Cookies = @convention(thin) () -> HTTPCookieStorage
    private typealias Cache = @convention(thin) () -> URLCache
    private typealias SetCache = @convention(thin) (__owned URLCache) -> Void

    /// What the module Web has; nil for a program without it.
    private static let source = _typeByName("3Web13SharedStorageO") as? any SharedWeb.Type

    package static var replacements: [Interposed.Replacement] {
      // What the library has once in the machine's process makes its folders now, not in the container of the app that asks first
      // (swift-corelibs-foundation, `HTTPCookieStorage.init`, `URLCache.init`, `URLSessionConfiguration.default`).
      _ = (HTTPCookieStorage.shared, URLCache.shared, URLSessionConfiguration.default)
      let cookies: Cookies = { ReplacedNetworking.cookies }
      let cache: Cache = { ReplacedNetworking.cache }
      let setCache: SetCache = { ReplacedNetworking.setCache($0) }
      return unsafe sessions + [
        Interposed.replacement(
          "$s20FoundationNetworking17HTTPCookieStorageC6sharedACvgZ", cookies, &realCookies),
        Interposed.replacement(
          "$s20FoundationNetworking8URLCacheC6sharedACvgZ", cache, &realCache),
        Interposed.replacement(
          "$s20FoundationNetworking8URLCacheC6sharedACvsZ", setCache, &realSetCache),
      ]
    }

    package static func files(of process: AnyObject) -> (any VirtualFiles)? { nil }

    private static var cookies: HTTPCookieStorage {
      guard let source, let process = SimulatedProcess.asking else {
        return unsafe unsafeBitCast(Interposed.real(&realCookies), to: Cookies.self)()
      }
      return source.cookies(of: process)
    }

    private static var phoneCache: PhoneCache? {
      guard let source, let process = SimulatedProcess.asking else { return nil }
      // The library looks for a folder.
      return process.singleton {
        World.allowingRealWorld { PhoneCache(of: source.responses(of: process)) }
      }
    }

    private static var cache: URLCache {
      phoneCache ?? (unsafe unsafeBitCast(Interposed.real(&realCache), to: Cache.self)())
    }

    /// Another cache gives the phone's its limits; what else it can do is not asked.
    private static func setCache(_ cache: URLCache) {
      guard let own = phoneCache else {
        return unsafe unsafeBitCast(Interposed.real(&realSetCache), to: SetCache.self)(cache)
      }
      guard cache !== own else { return }
      own.memoryCapacity = cache.memoryCapacity
      own.diskCapacity = cache.diskCapacity
    }
  }

  // The addresses of the library's own functions.

  @exclusivity(unchecked) nonisolated(unsafe) private var realCookies: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realCache: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSetCache: UInt = 0
#endif
