extension ConnectionMachine {
  /// The state of a side in the connection's life, with the data that only this state has.
  enum State {
    /// The handshakes are under way, or not begun.
    case opening(Opening)
    /// The app's messages pass both ways.
    case established
    /// The app was told that it is over; what was sent before still arrives, then the end of the stream.
    case closing(Closing)
    /// Over. Nothing is sent any more, and what arrives is ignored.
    case closed(Closed)
  }

  /// The way to an open connection.
  struct Opening {
    /// A step of the opening. Its times are those at which the step is over and the connection must be open.
    enum Step {
      /// Client: nothing was asked for yet. Server: no SYN came yet.
      case idle
      /// Client: the server's name is being looked up.
      case lookingUp(until: Int64, openBy: Int64)
      /// Client: SYN was sent, no answer yet.
      case synchronizing(resendAt: Int64, openBy: Int64)
      /// The stream works; TLS is not done. Client: waits for the server's hello. Server: waits for the client's
      /// finished.
      case securing(openBy: Int64)
    }

    var step = Step.idle
    /// Messages of the app that wait for the connection to open.
    var messages: [(payload: any Payload, fate: MessageFate)] = []

    /// Whether the stream works.
    var isOnStream: Bool { if case .securing = step { true } else { false } }

    /// Whether the other side may have heard of the connection.
    var isKnownToPeer: Bool {
      switch step {
      case .idle, .lookingUp: false
      case .synchronizing, .securing: true
      }
    }
  }

  /// The way to an end in which everything that was sent has arrived.
  struct Closing {
    /// The time at which the side stops waiting for acknowledgements.
    let endBy: Int64
    /// Whether the other side's stream has ended, too.
    var peerHasEnded: Bool
  }

  /// A connection that is over.
  struct Closed {
    /// Whether nothing but a keep-alive went unanswered when the connection was given up.
    let wasFoundHalfOpen: Bool
    /// Whether the owner was told to forget the connection.
    var isFinished = false
  }

  /// True while the app's messages pass both ways.
  var isEstablished: Bool { if case .established = state { true } else { false } }

  /// True while the stream works and the connection is not over.
  var isOnStream: Bool {
    switch state {
    case .opening(let opening): opening.isOnStream
    case .established: true
    case .closing, .closed: false
    }
  }

  /// True where nothing is sent any more.
  var isClosed: Bool { if case .closed = state { true } else { false } }

  /// True where messages of the app go nowhere.
  var isOver: Bool {
    switch state {
    case .opening, .established: false
    case .closing, .closed: true
    }
  }

  /// Whether nothing but a keep-alive went unanswered when the connection was given up.
  var wasFoundHalfOpen: Bool {
    if case .closed(let closed) = state { closed.wasFoundHalfOpen } else { false }
  }
}

extension ConnectionMachine.State: CustomStringConvertible {
  /// The state's name, such as `securing`.
  var description: String {
    switch self {
    case .opening(let opening):
      switch opening.step {
      case .idle: "idle"
      case .lookingUp: "looking up"
      case .synchronizing: "synchronizing"
      case .securing: "securing"
      }
    case .established: "established"
    case .closing: "closing"
    case .closed: "closed"
    }
  }
}

extension ConnectionMachine.State {
  /// The progress of a client's side towards an open connection, in words.
  var progress: String {
    switch self {
    case .opening(let opening):
      switch opening.step {
      case .idle: "not begun"
      case .lookingUp: "looking up the server's name"
      case .synchronizing: "waiting for the answer to its SYN"
      case .securing: "in the TLS handshake"
      }
    case .established: "open"
    case .closing, .closed: "which is over"
    }
  }
}
