import CEvdev
import Testing

/// An assembler that gives its frames as values.
final class FrameAssembler {
    private let assembler: OpaquePointer
    private let slots: Int

    /// An assembler of a device with that layout; throws where there is no memory.
    convenience init(slots: Int32 = 5, multitouch: Bool = true, hasButton: Bool = true) throws {
        var layout = cevdev_layout()
        layout.slots = slots
        layout.multitouch = multitouch
        layout.has_btn_touch = hasButton
        try self.init(layout)
    }

    /// An assembler of a device that announces that; throws where there is no memory.
    init(_ layout: cevdev_layout) throws {
        var layout = layout
        assembler = try #require(cevdev_assembler_create(&layout))
        let most = layout.multitouch ? Int(CEVDEV_MAX_SLOTS) : Int(CEVDEV_MAX_ANONYMOUS)
        slots = layout.multitouch || layout.anonymous ? min(max(Int(layout.slots), 1), most) : 1
    }

    /// An assembler for the device that a stream comes from.
    convenience init(of stream: DeviceStream) throws {
        try self.init(
            slots: stream.slots, multitouch: stream.isMultitouch, hasButton: stream.hasButton)
    }

    deinit { cevdev_assembler_destroy(assembler) }

    var counters: cevdev_counters { cevdev_assembler_counters(assembler) }

    /// The frames that `events` complete, given in one piece.
    func frames(_ events: [input_event]) -> [FrameSnapshot] {
        var frames: [FrameSnapshot] = []
        events.withUnsafeBufferPointer { rest in
            var rest = rest[...]
            while !rest.isEmpty {
                let piece = UnsafeBufferPointer(rebasing: rest)
                var frame: UnsafePointer<cevdev_frame>?
                let consumed = cevdev_assembler_feed(
                    assembler, piece.baseAddress, piece.count, &frame)
                if let frame { frames.append(FrameSnapshot(frame, slots: slots)) }
                rest = rest.dropFirst(consumed)
            }
        }
        return frames
    }

    /// The only frame that `events` complete.
    func frame(_ events: input_event...) -> FrameSnapshot? {
        let frames = frames(events)
        return frames.count == 1 ? frames[0] : nil
    }
}
