/// A device that is being read.
struct LiveDevice<Reader: DeviceReader>: ~Copyable {
    /// What clients know it by.
    let id: Int
    /// The node as it was named.
    let path: String
    let reader: Reader
    /// The last stamp read, in microseconds.
    var lastUs: Int64
    /// What the `--record` file knows it by.
    var recorded: Int?
    /// Whether it can be read: not after a read that failed, until it goes away.
    private(set) var isReadable = true

    init(_ reader: Reader, id: Int, path: String, now: Int64) {
        self.reader = reader
        self.id = id
        self.path = path
        lastUs = now
    }

    deinit {
        if isReadable {
            reader.close()
        }
    }

    /// Reads it no more.
    mutating func close() {
        guard isReadable else { return }
        isReadable = false
        reader.close()
    }
}
