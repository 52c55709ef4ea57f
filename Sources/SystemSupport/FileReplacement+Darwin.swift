// Taking space and making files durable on Darwin.

#if canImport(Darwin)
  internal import Darwin

  extension FileReplacement {
    /// Takes the space for the first bytes of an open file; returns the system's error number, or 0.
    ///
    /// Darwin has no `posix_fallocate`: what is missing is taken behind the file's last block (fcntl(2), `F_PREALLOCATE`).
    static func reserve(_ byteCount: Int, in file: Int32) -> Int32 {
      var status = stat()
      guard unsafe fstat(file, &status) == 0 else { return errno }
      // A block is 512 bytes here, whatever the file system has (stat(2)).
      let missing = byteCount - Int(status.st_blocks) * 512
      guard missing > 0 else { return 0 }
      var space = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: off_t(missing), fst_bytesalloc: 0)
      return unsafe fcntl(file, F_PREALLOCATE, &space) < 0 ? errno : 0
    }

    /// Has the disk keep what was written to an open file; returns 0, or -1 with `errno`.
    ///
    /// On Darwin fsync(2) leaves it to the drive when it writes; where a file system knows no `F_FULLFSYNC`, that must do.
    static func makeDurable(_ file: Int32) -> Int32 {
      fcntl(file, F_FULLFSYNC) >= 0 ? 0 : fsync(file)
    }
  }
#endif
