internal import Backend
internal import Devices
internal import Simulator

// Who is shown as online, against the connections that there are.

extension ChatInvariants {
  /// Nobody is shown as online whose phones have all been without a connection for longer than it takes the backend to
  /// notice: none was to be had, or the backend has had none of them.
  ///
  /// A connection that is half open counts as one until the backend notices, and so does one in a partition. Who may be refused a
  /// token has left what nobody may do: there the word about them holds until the token ends with which it was said.
  func judgePresence(_ moment: QuietPoint<ChatApp>, at now: Instant) -> Breach? {
    ledgers.withValue { ledgers in
      guard ledgers.sharesPresence else { return nil }
      var watchers: [ChatPhone] = []
      for phone in moment.phones {
        guard let ledger = ledgers.devices[phone.name],
          ledger.withValue({ $0.policies.sharesPresence })
        else { continue }
        let canConnect = moment.canConnect(phone)
        if canConnect { watchers.append(phone) }
        // The kernel of a suspended app keeps a connection on which something comes.
        if canConnect || phone.lifeState == .suspended && phone.isOnline {
          ledgers.goneSince[phone.name] = nil
        } else if ledgers.goneSince[phone.name] == nil {
          ledgers.goneSince[phone.name] = now
        }
      }
      for phone in watchers {
        guard let ledger = ledgers.devices[phone.name],
          let peer = ledger.withValue({ $0.peerShownOnline }), moment.isInformed(phone),
          let theirs = ledgers.devicesByUser[peer]
        else { continue }
        ledgers.noteLinks(of: peer, moment, at: now)
        let gone = theirs.compactMap { ledgers.disconnection(of: $0.withValue { $0.phone }) }
        // Shown as online after they went, they have been back in between.
        guard gone.count == theirs.count, let last = gone.max(),
          let shown = ledger.withValue({ $0.onlineSince }),
          max(last, shown).duration(to: now)
            > Self.presenceLimit(
              withoutToken: moment.mayRefuseTokens(to: peer.text))
        else { continue }
        return Breach(
          of: "presence",
          "\(phone.name) to show \(peer) as online while a phone of theirs is connected or can be",
          "none has a connection since \(last)")
      }
      return nil
    }
  }

  /// The time in which a dead connection is noticed, 75 s, and what the news of it may take.
  private static func presenceLimit(withoutToken: Bool) -> Duration {
    .seconds(120) + (withoutToken ? IDToken.lifetime : .zero)
  }
}

extension ChatInvariants.Ledgers {
  /// Notes of which phones of a user's the backend has a connection.
  ///
  /// A phone that comes back in between says so by a commit, which ``unlinkedSince`` takes down.
  fileprivate mutating func noteLinks(
    of user: UserID, _ moment: QuietPoint<ChatApp>, at now: Instant
  ) {
    for phone in moment.phones where phone.userID == user {
      if moment.isServed(phone) {
        unlinkedSince[phone.name] = nil
      } else if unlinkedSince[phone.name] == nil {
        unlinkedSince[phone.name] = now
      }
    }
  }

  /// The moment since which a phone is known to have no connection; nil where it may have one.
  fileprivate func disconnection(of phone: String) -> Instant? {
    guard let gone = goneSince[phone] else { return unlinkedSince[phone] }
    return unlinkedSince[phone].map { min($0, gone) } ?? gone
  }
}
