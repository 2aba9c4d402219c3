import TouchCore
import TouchDevices
import TouchRecordings

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// A `gestured.yaml`.
struct ConfigurationText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses the file, and plays touches with it, before and after a reload.
    func run() throws(Finding) {
        var problems = ProblemList()
        let configuration = DaemonConfiguration.read(bytes, &problems)
        let texts = problems.descriptions(in: "file")
        let isPlain = texts.allSatisfy {
            $0.utf8.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") }
        }
        try Finding.unless(isPlain, "a message has control characters")
        guard !problems.hasErrors else {
            try Finding.unless(!texts.isEmpty, "the file is invalid, and no problem is reported")
            return try Finding.unless(configuration == .standard, "an invalid file is used")
        }
        var again = ProblemList()
        try Finding.unless(
            DaemonConfiguration.read(bytes, &again) == configuration, "a second read differs")
        try touch(configuration)
    }

    private func touch(_ configuration: DaemonConfiguration) throws(Finding) {
        let device = TouchScript.device
        let configured = configuration.settings(for: device, paths: ["/dev/input/event0"])
        guard
            let panel = try? Device(
                device, id: 1, path: "/dev/input/event0", configuration: configuration.gestures,
                configured)
        else { throw Finding("a panel is refused") }
        var devices = OwnedTable<Device>(capacity: 1)
        devices.append(panel)
        var sink = CheckingSink(configuration, explains: bytes.seed % 4 == 0)
        var session = GestureSession(of: &devices, into: &sink)
        let frames = TouchScript.frames
        for (index, frame) in frames.enumerated() {
            if index == frames.count / 2 {
                session.cancelAll(.reloaded, of: &devices, into: &sink)
                sink.apply(configuration)
                session.reconfigure(
                    0, of: &devices, configured, configuration.gestures, into: &sink)
            }
            session.receive(frame, of: 0, in: &devices, into: &sink)
        }
        session.removeAll(from: &devices, into: &sink)
        try sink.check()
    }
}
