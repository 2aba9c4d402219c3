import TouchCore

/// From events to gestures, which are counted.
final class RecognitionStage: HarnessStage {
    private var session: GestureSession<CountingSink>

    init(_ session: consuming GestureSession<CountingSink>) {
        self.session = session
    }

    var eventCount: Int { session.sink.eventCount }

    func take(_ buffer: borrowing InputEventBuffer, _ count: Int) {
        session.take(buffer.first(count), of: 0)
    }

    func advance(to time: Timestamp) {
        session.advance(to: time)
    }

    func finish() {
        session.removeAll()
    }
}
