/// What the objects of Dispatch hold that it tells nobody, as they lie in memory on 64-bit Linux.
///
/// Source: libdispatch, object_internal.h (`do_type`, `os_obj_xref_cnt`, `do_targetq`), queue_internal.h (`dq_state`,
/// `dq_atomic_flags`), and for work items `dispatch_block_private_data_s`.
package enum DispatchLayout {
  /// What an object is; the last byte of the third word of its class.
  package enum Kind: UInt {
    case queue = 0x11
    case source = 0x13
  }

  /// What an object is; nil for anything else that Dispatch has.
  package static func kind(of object: UnsafeRawPointer) -> Kind? {
    guard let type = unsafe object.load(as: UnsafeRawPointer?.self) else { return nil }
    return Kind(rawValue: unsafe type.load(fromByteOffset: 16, as: UInt.self) & 0xff)
  }

  /// How many have an object beside the first one; below zero once nobody has it any more but Dispatch itself.
  package static func otherOwnerCount(of object: UnsafeRawPointer) -> Int32 {
    unsafe object.load(fromByteOffset: 12, as: Int32.self)
  }

  /// The queue to which a queue hands its blocks; nil for one of the system's global queues.
  package static func target(of queue: UnsafeRawPointer) -> UnsafeRawPointer? {
    unsafe queue.load(fromByteOffset: 24, as: UnsafeRawPointer?.self)
  }

  /// Whether a queue was made inactive and has not been activated.
  package static func isInactive(_ queue: UnsafeRawPointer) -> Bool {
    let bits: UInt64 = 0x0180_0000_0000_0000
    return unsafe queue.load(fromByteOffset: 56, as: UInt64.self) & bits == bits
  }

  /// Whether a queue runs several blocks at a time.
  package static func isConcurrent(_ queue: UnsafeRawPointer) -> Bool {
    unsafe queue.load(fromByteOffset: 80, as: UInt16.self) > 1
  }

  /// Whether a block is a work item.
  ///
  /// An item has its own data, with a number to know them by, behind the 32 bytes of a block; the block's descriptor tells
  /// how long it is (Block_private.h).
  package static func isItem(_ block: UnsafeRawPointer) -> Bool {
    guard let descriptor = unsafe block.load(fromByteOffset: 24, as: UnsafeRawPointer?.self),
      unsafe descriptor.load(fromByteOffset: 8, as: UInt.self) >= 88
    else { return false }
    return unsafe block.load(fromByteOffset: 32, as: UInt.self) == 0xD159_B10C
  }

  /// Whether a block is a work item that no other block of its queue runs beside (`DISPATCH_BLOCK_BARRIER`).
  package static func isBarrier(_ block: UnsafeRawPointer) -> Bool {
    unsafe isItem(block) && block.load(fromByteOffset: 40, as: UInt.self) & 1 == 1
  }
}
