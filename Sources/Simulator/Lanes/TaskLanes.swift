/// The lanes of tasks: each has one of its own.
///
/// A task executor receives the jobs of many tasks: of children that `async let` and task groups start, of tasks that the
/// app starts, and, for an actor without an executor of its own, of the actor. On a phone with several cores
/// they run side by side, so each gets a lane whose next step the schedule chooses. Nothing is lost of the order
/// within a task, which has one job at a time.
///
/// A job that works off the queue of a plain actor belongs to the task that sent it: the runtime makes one where a task hops
/// to an actor that is idle, and a task that finds the actor busy goes behind the others in the actor's own queue. What those
/// others send on to a third actor, still in that step, comes to the same lane: nobody can tell whose it is. An exploration in
/// which that happens is never said to be complete (``ChoiceLog/leavesOrdersOut``). Nor is it said to be complete as for orders
/// within a queue in which several tasks have shown (``ChoiceLog/sharesQueues``).
///
/// Tasks are told apart by the runtime's number for them, which no other task of the process ever has; only whether two
/// numbers are equal counts, so that a run does not depend on what the numbers are. The lanes are numbered in the order
/// in which the tasks first came.
struct TaskLanes {
  private struct Key: Hashable {
    let task: UInt64
    let home: Int
  }

  /// A task and its lane, looked up before the table.
  private struct Recent {
    var task: UInt64 = 0
    var home = -1
    var place = 0
  }

  /// How many lanes there may be before idle ones are forgotten.
  private var limit = 1024
  private var places: [Key: Int] = [:]
  /// In the order of their making.
  private(set) var lanes: [Lane] = []
  private var recent = InlineArray<16, Recent>(repeating: Recent())

  /// Whether so many lanes were made that ``forget(except:)`` is due.
  var isFull: Bool { lanes.count >= limit }

  /// The lane of a task that `home` executes; nil where it has none yet.
  mutating func lane(of task: UInt64, home: Lane) -> Lane? {
    let slot = Int(task & 15)
    if recent[slot].task == task, recent[slot].home == home.index {
      return lanes[recent[slot].place]
    }
    guard let place = places[Key(task: task, home: home.index)] else { return nil }
    recent[slot] = Recent(task: task, home: home.index, place: place)
    return lanes[place]
  }

  /// Keeps the lane of a task.
  mutating func add(_ lane: Lane, of task: UInt64, home: Lane) {
    places[Key(task: task, home: home.index)] = lanes.count
    lanes.append(lane)
  }

  /// Forgets the lanes that nothing waits on; a task that comes back to one gets another.
  ///
  /// - Parameter isNeeded: Whether a lane has steps or sleepers.
  mutating func forget(except isNeeded: (Lane) -> Bool) {
    lanes = lanes.filter(isNeeded)
    // Two lanes may be of one task, but not of one home.
    places = [:]
    for (place, lane) in lanes.enumerated() {
      places[Key(task: lane.task, home: lane.homeIndex)] = place
    }
    recent = InlineArray(repeating: Recent())
    limit = max(1024, 2 * lanes.count)
  }
}

extension World {
  /// The lane of a job that a task executor has received.
  ///
  /// - Parameter home: The lane whose executor it is. It runs the first task that it has started itself.
  @inline(never)
  func laneOfTask(_ job: UnownedJob, home: Lane) -> Lane {
    var task = runtimeNumber(of: job)
    if isWorkingOffQueue { noteQueued(job) }
    if task == home.rootTask, task != 0 { return home }
    // A plain actor's job has no number of its own.
    if task == 0 {
      if isWorkingOffQueue { choices.log?.noteOrderLeftOut() }
      task = currentTask
    }
    if home.isStartingTask, home.rootTask == 0 { home.rootTask = task }
    if task == 0 || task == home.rootTask { return home }
    if let lane = taskLanes.lane(of: task, home: home) { return lane }
    if taskLanes.isFull { forgetIdleTasks() }
    let lane = Lane(task: task, of: home, index: nextLaneIndex())
    taskLanes.add(lane, of: task, home: home)
    return lane
  }

  private func forgetIdleTasks() {
    let waiting = Set(
      (timers.pendingLanes + ready.pendingLanes).map(ObjectIdentifier.init))
    let running = unsafe currentLane?.takeUnretainedValue()
    taskLanes.forget { lane in
      lane === running || lane.holdsSteps || waiting.contains(ObjectIdentifier(lane))
    }
  }
}

/// The runtime's number of the task that a job resumes, unique in the process; 0 for a job that is no task's.
@_silgen_name("swift_task_getJobTaskId")
func runtimeNumber(of job: UnownedJob) -> UInt64
