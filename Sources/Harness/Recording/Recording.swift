package import Simulator

/// All that happened in a run, as a report shows it: the events of its journal, the screens as they were drawn, what lasted
/// for a while, and the causes of its steps.
///
/// Texts, drawings and places in the source stand in tables, and everything else names them by their number there.
package struct Recording: Hashable, Sendable {
  /// Something that happened at an instant.
  package struct Event: Hashable, Sendable {
    /// The instant in nanoseconds since the world began.
    package var instant: Int64
    package var kind: Journal.Kind
    /// The subject's name, in ``texts``.
    package var subject: Int
    /// The description, in ``texts``.
    package var text: Int
    /// The number of steps that had begun.
    package var step: Int

    package init(
      instant: Int64, kind: Journal.Kind, subject: Int, text: Int, step: Int
    ) {
      self.instant = instant
      self.kind = kind
      self.subject = subject
      self.text = text
      self.step = step
    }
  }

  /// A step of a lane, and its cause.
  package struct Step: Hashable, Sendable {
    /// The instant in nanoseconds since the world began.
    package var instant: Int64
    /// The lane's name, in ``texts``.
    package var lane: Int
    /// The number of the step that caused it, from 1; 0 for the world's beginning or an unknown cause.
    package var cause: Int
    /// The wait between the cause and the step, in ``waits``; -1 where there was none.
    package var wait: Int

    package init(
      instant: Int64, lane: Int, cause: Int, wait: Int
    ) {
      self.instant = instant
      self.lane = lane
      self.cause = cause
      self.wait = wait
    }
  }

  /// The reason for a delay between two steps.
  package struct Wait: Hashable, Sendable {
    /// The link, the phone or the lane where it waits, in ``texts``.
    package var place: Int
    /// The thing that waits, in ``texts``.
    package var text: Int
    /// The kind of waiting that takes longest, in ``texts``.
    package var kind: Int

    package init(
      place: Int, text: Int, kind: Int
    ) {
      self.place = place
      self.text = text
      self.kind = kind
    }
  }

  /// A phone that a person held.
  package struct Phone: Hashable, Sendable {
    /// The name, in ``texts``.
    package var name: Int
    /// The user's id, in ``texts``.
    package var user: Int

    package init(
      name: Int, user: Int
    ) {
      self.name = name
      self.user = user
    }
  }

  /// The change of something that can be seen of a phone.
  package struct Frame: Hashable, Sendable {
    /// The subject of a change.
    package enum Part: UInt8, Hashable, Sendable, CaseIterable {
      /// The app's screen: its number in ``nodes``; -1 for none.
      case screen
      /// The notification centre: its number in ``nodes``.
      case shade
      /// The state of the app's life: its name in ``texts``.
      case life
      /// The network interface: 1 for up.
      case interface
      /// The access link: its name in ``texts``.
      case link
      /// The offset of the clock that it shows from the true time, in milliseconds.
      case clock
      /// The drift of its clock in parts per thousand million.
      case drift
    }

    /// The number of the last event before it.
    package var event: Int
    /// The phone, in ``phones``.
    package var phone: Int
    package var part: Part
    package var value: Int
    /// The description of a screen or of a link, in ``texts``; -1 where there is none.
    package var description: Int = -1

    package init(
      event: Int, phone: Int, part: Part, value: Int, description: Int = -1
    ) {
      self.event = event
      self.phone = phone
      self.part = part
      self.value = value
      self.description = description
    }
  }

  /// The way of a datagram from its sending to its arrival.
  package struct Flight: Hashable, Sendable {
    package enum End: UInt8, Hashable, Sendable, CaseIterable {
      case underWay
      case arrived
      case lost
    }

    /// The event of its sending.
    package var sent: Int
    /// The event of its arrival or its loss; -1 where neither came.
    package var ended: Int
    package var end: End
    /// Whether the same was sent before: a retransmission.
    package var isAgain: Bool
    /// Whether the same has arrived before: a duplicate.
    package var isTwice: Bool

    package init(
      sent: Int, ended: Int, end: End, isAgain: Bool, isTwice: Bool
    ) {
      self.sent = sent
      self.ended = ended
      self.end = end
      self.isAgain = isAgain
      self.isTwice = isTwice
    }
  }

  /// A segment of a connection, as it set out.
  package struct Packet: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
      case synchronize
      case synchronizeAcknowledge
      case data
      case acknowledge
      case reset
    }

    package var kind: Kind
    /// Its way, in ``flights``.
    package var flight: Int
    /// The sending and the receiving host, in ``texts``.
    package var from: Int
    package var to: Int
    /// The number of its connection.
    package var connection: UInt64
    /// The range of the sender's stream that it carries, from 0.
    package var stretch: Range<UInt64>
    /// Whether it ends the sender's stream.
    package var isEnd: Bool
    /// The offset before which everything of the other stream has arrived.
    package var acknowledged: UInt64
    /// The ranges of the other stream that it acknowledges beyond that; one that arrived twice first.
    package var selective: [Range<UInt64>]
    /// The time at which it was sent, and that of the segment that it acknowledges, in nanoseconds; -1 for none.
    package var stamp: Int64
    package var echo: Int64

    package init(
      kind: Kind, flight: Int = -1, from: Int = -1, to: Int = -1, connection: UInt64,
      stretch: Range<UInt64>, isEnd: Bool, acknowledged: UInt64, selective: [Range<UInt64>],
      stamp: Int64, echo: Int64
    ) {
      self.kind = kind
      self.flight = flight
      self.from = from
      self.to = to
      self.connection = connection
      self.stretch = stretch
      self.isEnd = isEnd
      self.acknowledged = acknowledged
      self.selective = selective
      self.stamp = stamp
      self.echo = echo
    }
  }

  /// Something that lasted for a while.
  package struct Span: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
      case expectation
      case fault
      case connection
    }

    package enum End: UInt8, Hashable, Sendable, CaseIterable {
      case open
      case over
      case failed
    }

    package var kind: Kind
    /// The phone or host that it is about, in ``texts``.
    package var owner: Int
    /// The description, in ``texts``.
    package var text: Int
    /// The instant from which it counts, in nanoseconds.
    package var from: Int64
    /// The event after which it began.
    package var begin: Int
    /// The event after which it was over; -1 where it never was.
    package var finish: Int
    /// The instant at which it was over, in nanoseconds; that of the run's end where it never was.
    package var to: Int64
    package var end: End
    /// The limit in nanoseconds from ``from``; -1 where there is none.
    package var limit: Int64
    /// The place in the source, in ``places``; -1 where there is none.
    package var place: Int

    package init(
      kind: Kind, owner: Int, text: Int, from: Int64, begin: Int, finish: Int, to: Int64,
      end: End, limit: Int64, place: Int
    ) {
      self.kind = kind
      self.owner = owner
      self.text = text
      self.from = from
      self.begin = begin
      self.finish = finish
      self.to = to
      self.end = end
      self.limit = limit
      self.place = place
    }
  }

  /// A line of a scenario that was running.
  package struct Line: Hashable, Sendable {
    /// The event before which it began to run.
    package var event: Int
    /// The place in the source, in ``places``.
    package var place: Int

    package init(
      event: Int, place: Int
    ) {
      self.event = event
      self.place = place
    }
  }

  /// A part of a drawing; equal parts are one.
  package struct Node: Hashable, Sendable {
    package var role: ScreenDrawing.Role
    package var traits: Int
    /// The text, the detail, the end and the marks, in ``texts``; of a part with colours or a size, also those of its fill and
    /// its border, empty where it has none, and then its size, such as "217×162".
    package var texts: [Int]
    /// The parts in it, in ``nodes``; always earlier ones.
    package var parts: [Int]

    package init(
      role: ScreenDrawing.Role, traits: Int, texts: [Int], parts: [Int]
    ) {
      self.role = role
      self.traits = traits
      self.texts = texts
      self.parts = parts
    }
  }

  package var details: [Detail] = []
  package var writes: [Write] = []
  package var texts: [String] = []
  package var places: [CodeLocation] = []
  package var nodes: [Node] = []
  package var phones: [Phone] = []
  package var events: [Event] = []
  package var steps: [Step] = []
  package var waits: [Wait] = []
  package var frames: [Frame] = []
  package var flights: [Flight] = []
  package var packets: [Packet] = []
  package var passages: [Passage] = []
  package var spans: [Span] = []
  package var lines: [Line] = []
  /// The critical path of each measure of the run, in their order.
  package var paths: [CriticalPath] = []
  /// Names that stand for ids where the events are read.
  package var names = StoryNames()

  package init() {}
}
