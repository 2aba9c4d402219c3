import GestureWire
import TouchCore

/// What requests cost their user, in units: a unit is about the work of taking in and answering a
/// `ping`, half of which is to be woken and to read it.
///
/// By what is asked and never by a clock, so that whoever asks can count along.
enum RequestCost {
    /// To be woken and to read, however much came.
    static let read: Int64 = 1

    /// To understand a line of so many bytes and to answer it.
    ///
    /// - Parameters:
    ///   - gestures: how many the configuration has, in all zones.
    ///   - devices: how many there are.
    static func answer(
        _ operation: Request.Operation?, bytes: Int, gestures: @autoclosure () -> Int, devices: Int
    ) -> Int64 {
        let reading = 1 + bytes / 256
        let doing =
            switch operation {
            case .ping, .status: 0
            // The filter is made anew, for each gesture, and each device is held against its patterns.
            case .subscribe: gestures() / 32 + devices * (bytes / 64)
            // A zone is read as a part of a configuration, and made on each device.
            case .addZone: 4 + bytes / 16 + devices * (1 + bytes / 64)
            case .removeZone: 1 + devices
            // What was wrong is searched for what was meant.
            case nil: 1 + bytes / 16
            }
        return Int64(reading + doing)
    }
}
