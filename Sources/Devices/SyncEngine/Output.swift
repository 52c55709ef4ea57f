package import Backend

/// The effects that an engine asks for after an input: events for listeners, then actions to carry out, each list in
/// order.
package struct Output: Equatable, Sendable {
  /// The events for listeners.
  package internal(set) var events: [RaisedEvent] = []
  /// The actions to carry out after the events.
  package internal(set) var actions: [SyncAction] = []

  /// Nothing to do.
  package init() {}

  static func += (left: inout Output, right: Output) {
    left.events.join(right.events)
    left.actions.join(right.actions)
  }
}

/// An action that an engine asks for.
///
/// Actions that concern the server are dropped while there is no connection: `connected()` names them again.
package enum SyncAction: Equatable, Sendable {
  /// Ask the server for a query's data and its changes.
  case startListening(ServerListen)
  /// Tell the server that a query's data isn't wanted any more.
  case stopListening(ServerListen)
  /// Send a write, to be answered by `acknowledge(_:)` or `revert(_:)`.
  case send(PendingWrite)
  /// Send what transactions make of a location, to be answered by `transactionAnswered`.
  case sendTransaction(TransactionBatch)
  /// Tell whoever began a transaction how it ended.
  case endTransaction(TransactionID, TransactionOutcome)
  /// Make a change on the disk, atomically with the others of the same output.
  case persist(DiskChange)
}

/// A listen as the server sees it.
package struct ServerListen: Hashable, Sendable {
  /// The listen's number, so that late answers to an earlier one aren't taken for answers to it.
  package let number: Int
  /// The query that is listened to; one that wants every child is sent without an order.
  package let query: QuerySpec
  /// The number under which the server tells about a filtered query; nil for an unfiltered one.
  package let tag: Int?
  /// The hash of the data that the client holds, nil when it doesn't hold all or can't be sure that it
  /// won't change: the server need not send what has this hash.
  package let dataHash: String?

  /// A listen.
  package init(number: Int, query: QuerySpec, tag: Int?, dataHash: String?) {
    self.number = number
    self.query = query
    self.tag = tag
    self.dataHash = dataHash
  }

  /// A view's listen.
  ///
  /// - Parameter mayChange: whether late news of another listen can still change what the view holds, so
  ///   that its hash would say nothing about what it holds when the answer comes.
  init(_ view: borrowing View, number: Int, mayChange: Bool) {
    self.number = number
    query = view.loadsAllData ? QuerySpec(view.query.path) : view.query
    tag = view.loadsAllData ? nil : view.tag
    dataHash = view.server.isComplete && !mayChange ? view.server.node.dataHash : nil
  }
}

extension Array {
  /// Adds the elements of another array behind its own; an empty one becomes the other, so that nothing is copied.
  ///
  /// Lists of what happened are handed up through several levels, most of which have nothing to add: with `+=` each
  /// of them copies a hundred thousand events anew.
  ///
  /// - Parameter others: The elements to add.
  mutating func join(_ others: [Element]) {
    if isEmpty { self = others } else if !others.isEmpty { append(contentsOf: others) }
  }
}
