public import Harness
public import Simulator

extension Network {
  /// Cuts a host off and lets it back again and again, beginning with the cut.
  ///
  /// - Parameters:
  ///   - down: The length of each cut, from 1 ns to 100 years.
  ///   - up: The time that the host is connected between two cuts, from 1 ns to 100 years.
  @discardableResult
  public func flap(
    _ host: NetworkHost, down: Duration, up: Duration, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> FaultHandle {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let name = "flap \(host.name), \(down.stopwatch) down, \(up.stopwatch) up"
    guard world.takes(down, atLeast: .nanoseconds(1), "flap \(host.name), down:", at: location),
      world.takes(up, atLeast: .nanoseconds(1), "flap \(host.name), up:", at: location)
    else { return noFault(name) }
    return impose(name, .none, on: [host], at: instant, for: duration, location) { [self] handle in
      // Without an end it comes round for ever, and a world with nothing else to do is quiet.
      cut(host, down: down, up: up, background: duration == nil, handle)
    }
  }

  private func cut(
    _ host: NetworkHost, down: Duration, up: Duration, background: Bool, _ handle: FaultHandle
  ) {
    change(handle, to: .block(.touching([host.index])), "down")
    handle.keepTurn(
      lane.schedule(after: down, background: background) { [self] in
        change(handle, to: .none, "up")
        handle.keepTurn(
          lane.schedule(after: up, background: background) { [self] in
            cut(host, down: down, up: up, background: background, handle)
          })
      })
  }

  /// Cuts hosts off one by one in an order from the world's choices, and lets them back in another.
  ///
  /// The cuts fall into the first half of the duration, the returns into the second (after the "swizzle" of
  /// FoundationDB's simulator). Ending the fault early lets all hosts back at once.
  @discardableResult
  public func swizzle(
    _ hosts: [NetworkHost], at instant: Instant? = nil, for duration: Duration,
    fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    impose(
      "swizzle \(Self.names(hosts))", .none, on: hosts, at: instant, for: duration,
      CodeLocation(fileID: fileID, filePath: filePath, line: line)
    ) { [self] handle in
      let cuts = swizzleTimes(of: hosts, .swizzleCut, handle, span: duration / 2)
      let returns = swizzleTimes(of: hosts, .swizzleReturn, handle, span: duration / 2)
      let away = WorldBound<[Int]>([], in: world)
      for (host, delay) in cuts {
        handle.keep(
          lane.schedule(after: delay) { [self] in
            let cut = away.withValue { away in
              away.append(host.index)
              return away
            }
            change(handle, to: .block(.touching(cut)), "stopped \(host.name)")
          })
      }
      for (host, delay) in returns {
        handle.keep(
          lane.schedule(after: duration / 2 + delay) { [self] in
            let cut = away.withValue { away in
              away.removeAll { $0 == host.index }
              return away
            }
            change(handle, to: .block(.touching(cut)), "restored \(host.name)")
          })
      }
    }
  }

  private func swizzleTimes(
    of hosts: [NetworkHost], _ stream: ChoiceStream, _ handle: FaultHandle, span: Duration
  ) -> [(NetworkHost, Duration)] {
    hosts.map { host in
      let draw = world.choices.unit(
        stream, entity: host.subject.identifier, ordinal: UInt64(handle.identifier.ordinal))
      return (host, .nanoseconds(Int64(draw * Double(span.nanoseconds))))
    }
  }
}

extension ChoiceStream {
  static let swizzleCut = Self("fault.swizzle.cut")
  static let swizzleReturn = Self("fault.swizzle.return")
}

extension FaultKind {
  /// All hosts are cut off one by one and come back in another order.
  public static let swizzle: FaultKind = "swizzle"
}

extension Network {
  /// Lets faults from the seed befall the network as a whole, in runs that have them.
  func registerWithNemesis() {
    world.nemesis?.register(
      FaultTarget(
        "network",
        offers: [
          FaultOffer(.swizzle, weight: 2) { [self] strike in
            let handle = swizzle(hosts, for: strike.duration)
            return FaultEnd { handle.end() }
          }
        ]))
    world.nemesis?.grantRest { [self] in
      fabric.withValue { $0.connections.inOrder }.contains {
        $0.isDeadUnnoticed || $0.waitsBehindGap
      }
    }
  }
}
