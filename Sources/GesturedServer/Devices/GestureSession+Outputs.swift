import LinuxIO
import TouchCore
import TouchDevices

/// Outputs that clients have reported.
extension GestureSession {
    /// Makes devices follow the outputs that clients have reported, each as soon as nothing is on
    /// its glass and no gesture waits for a time.
    mutating func applyOutputs(
        on devices: inout OwnedTable<Device>, into sink: inout some EventSink & ~Copyable
    ) {
        guard let gestures = sink.outputConfiguration else { return }
        var isWaiting = false
        for index in 0..<devices.count {
            let (id, output) = devices.read(index) { ($0.summary.id, $0.output) }
            guard sink.output(of: id) != output else { continue }
            guard devices.read(index, { !$0.hasContacts && $0.nextDeadline == nil }) else {
                isWaiting = true
                continue
            }
            let configured = devices.read(index) { $0.configured }
            reconfigure(index, of: &devices, configured, gestures, into: &sink)
        }
        if !isWaiting { sink.finishOutputs() }
    }
}
