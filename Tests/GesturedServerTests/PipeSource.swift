import Glibc
import SystemPackage
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// A machine whose event nodes are pipes, and which reports what is plugged in and out.
final class PipeSource: DeviceSource {
    /// What is there.
    private(set) var nodes: [String: PipeNode] = [:]
    /// What opening a node fails with, as often as it stands here.
    var refusals: [String: [Errno]] = [:]
    /// What was not reported yet.
    var pending: [HotplugEvent] = []
    /// How often nodes were opened, or tried to be.
    private(set) var attempts = 0

    /// The links to nodes.
    var links: [String: [String]] = [:]
    /// The calibrations that udev has of nodes.
    var calibrations: [String: String] = [:]

    /// Nodes that udev does not call touchscreens, and what is known of them.
    private(set) var candidate: [String: CandidateNode] = [:]
    private(set) var reportsCandidates = false
    /// What watching for changes fails with, until it is opened anew.
    var watchError: Errno?
    /// What opening it anew fails with, as often as it stands here.
    var reopenErrors: [Errno] = []
    private(set) var reopenCount = 0
    /// What listing what is there fails with.
    var listError: Errno?

    /// Readable when there is a change; `nil` where the test decides when to look.
    var watched: Descriptor?

    var changesDescriptor: Int32? { watched?.number }

    func reportCandidates(_ wanted: Bool) { reportsCandidates = wanted }

    func reopen() throws(Errno) {
        reopenCount += 1
        guard reopenErrors.isEmpty else { throw reopenErrors.removeFirst() }
        watchError = nil
    }

    /// Makes a node that udev does not call a touchscreen.
    @discardableResult
    func offer(_ path: String, _ device: InputDevice) throws -> PipeNode {
        let node = try PipeNode(device)
        nodes[path] = node
        let offer = CandidateNode(
            path: path, name: device.name, vendor: device.vendor, product: device.product)
        candidate[path] = offer
        if reportsCandidates { pending.append(.candidate(offer)) }
        return node
    }

    /// Makes a node; `isReported`: as udev would report it.
    @discardableResult
    func plugIn(
        _ path: String, _ device: InputDevice = SampleRecording.panel(), isReported: Bool = true
    ) throws -> PipeNode {
        let node = try PipeNode(device)
        nodes[path] = node
        if isReported {
            pending.append(.added(path, calibration: calibrations[path]))
        }
        return node
    }

    /// Takes a node away; `isReported`: as udev would report it.
    func unplug(_ path: String, isReported: Bool = true) {
        nodes.removeValue(forKey: path)?.unplug()
        if isReported {
            pending.append(.removed(path))
        }
    }

    func open(_ path: String) throws(Errno) -> any DeviceReader {
        attempts += 1
        if let error = refusals[path]?.first {
            refusals[path]?.removeFirst()
            throw error
        }
        guard let node = nodes[path] else { throw .noSuchFileOrDirectory }
        return PipeReader(node)
    }

    func names(of path: String) -> [String] { [path] + links[path, default: []] }

    func present() throws(Errno) -> [HotplugEvent] {
        if let listError { throw listError }
        pending.removeAll()
        return nodes.keys.sorted().compactMap { path in
            guard let offer = candidate[path] else {
                return .added(path, calibration: calibrations[path])
            }
            return reportsCandidates ? .candidate(offer) : nil
        }
    }

    func changes() throws(Errno) -> [HotplugEvent] {
        if let watchError { throw watchError }
        defer { pending.removeAll() }
        return pending
    }
}
