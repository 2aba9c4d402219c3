import Glibc
import SystemPackage
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// A machine whose event nodes are pipes, and which reports added and removed ones.
final class PipeSource: DeviceSource {
    /// The present nodes.
    private(set) var nodes: [String: PipeNode] = [:]
    /// The errors of the next attempts to open a node.
    var refusals: [String: [Errno]] = [:]
    /// Changes that were not reported yet.
    var pending: [HotplugEvent] = []
    /// The number of attempts to open nodes.
    private(set) var attempts = 0

    /// The links to nodes.
    var links: [String: [String]] = [:]
    /// The calibrations that udev has of nodes.
    var calibrations: [String: String] = [:]

    /// Nodes that udev does not tag as touchscreens, and their known properties.
    private(set) var candidate: [String: CandidateNode] = [:]
    private(set) var reportsCandidates = false
    /// The error of watching for changes, until it is opened again.
    var watchError: Errno?
    /// The errors of the next attempts to open it again.
    var reopenErrors: [Errno] = []
    private(set) var reopenCount = 0
    /// The error of listing the nodes.
    var listError: Errno?

    /// Readable when there is a change; `nil` if the test decides when to read them.
    var watched: Descriptor?

    var changesDescriptor: Int32? { watched?.number }

    func reportCandidates(_ wanted: Bool) { reportsCandidates = wanted }

    func reopen() throws(Errno) {
        reopenCount += 1
        guard reopenErrors.isEmpty else { throw reopenErrors.removeFirst() }
        watchError = nil
    }

    /// Makes a node that udev does not tag as a touchscreen.
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

    /// Makes a node; `isReported`: whether udev reports it.
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

    /// Removes a node; `isReported`: whether udev reports it.
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
