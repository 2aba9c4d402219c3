import CFeedback
import Glibc
import LinuxIO
import SystemPackage

/// An output for feedback.
protocol FeedbackOutput: ~Copyable {
    /// Plays the effect once; one that is playing restarts.
    ///
    /// - Throws: `CommandError` if the output no longer works.
    func play() throws(CommandError)
}

/// An input device that plays effects, such as a panel with an actuator, with one effect on it.
///
/// The kernel keeps the effect for as long as the node is open.
struct FeedbackNode: FeedbackOutput, ~Copyable {
    private let path: String
    private let descriptor: Descriptor
    private let effect: Int32

    /// Opens `path` for writing, and uploads the effect.
    ///
    /// - Throws: exit status 66 if it cannot be opened or plays no effects, 77 without permission.
    init(_ path: String, _ effect: FeedbackEffect) throws(CommandError) {
        let descriptor = try Self.opened(path)
        self.effect = try Self.upload(effect, to: descriptor, path)
        self.descriptor = descriptor
        self.path = path
    }

    private static func opened(_ path: String) throws(CommandError) -> Descriptor {
        do throws(Errno) {
            return try Descriptor {
                open(FileName.cString(path), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            }
        } catch {
            throw CommandError(
                .noInput, "cannot open \(EscapedText.escaped(path))", error,
                advice: "ls -l /dev/input/by-id /dev/input/by-path shows nodes, and who may write")
        }
    }

    private static func upload(
        _ effect: FeedbackEffect, to node: borrowing Descriptor, _ path: String
    ) throws(CommandError) -> Int32 {
        let number = node.number
        let support = cfeedback_is_there(number)
        guard support == 1 else {
            throw CommandError(
                .noInput,
                "\(EscapedText.escaped(path)) "
                    + "\(support < 0 ? "is not an input device" : "plays no effects")\n"
                    + "  grep -B8 'B: FF=' /proc/bus/input/devices lists the devices that do")
        }
        do throws(Errno) {
            return try systemCall {
                cfeedback_upload(number, effect.magnitude, effect.milliseconds)
            }
        } catch {
            throw CommandError(
                .noInput, "\(EscapedText.escaped(path)) takes no effect", error)
        }
    }

    func play() throws(CommandError) {
        do throws(Errno) {
            _ = try systemCall { cfeedback_play(descriptor.number, effect) }
        } catch {
            throw CommandError(
                .noInput, "cannot play on \(EscapedText.escaped(path))", error,
                advice: "Is it still plugged in?")
        }
    }
}

/// The effect of the feedback.
struct FeedbackEffect: Sendable, Hashable {
    /// 0 to 1, as a fraction of the device's maximum.
    var strength = 0.5
    /// The duration of the effect: at most 10 s.
    var length = Duration.milliseconds(30)

    /// The strength in the kernel's unit.
    var magnitude: UInt16 { UInt16((strength * 65_535).rounded()) }

    /// The length in the kernel's unit.
    var milliseconds: UInt16 {
        UInt16(
            clamping: length.components.seconds * 1_000
                + length.components.attoseconds / 1_000_000_000_000_000)
    }
}
