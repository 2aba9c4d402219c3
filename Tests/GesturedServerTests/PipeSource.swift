import Glibc
import SystemPackage
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// The devices of a machine whose event nodes are pipes; the test adds and removes nodes.
final class PipeSource: DeviceSource {
    /// The present nodes.
    private(set) var nodes: [String: PipeNode] = [:]
    /// The errors of the next attempts to open a node.
    var refusals: [String: [Errno]] = [:]
    /// Changes that the source has not reported yet.
    var pending: [HotplugEvent] = []
    /// The number of attempts to open nodes.
    private(set) var attempts = 0

    /// The links to each node.
    var links: [String: [String]] = [:]
    /// The calibrations that udev has of nodes.
    var calibrations: [String: String] = [:]

    /// Nodes that udev does not tag as touchscreens, and their known properties.
    private(set) var candidates: [String: CandidateNode] = [:]
    private(set) var reportsCandidates = false
    /// Nodes that udev tags as pens.
    private var pens: Set<String> = []
    /// The error of reading changes, until the source is opened again.
    var watchError: Errno?
    /// The errors of the next attempts to open the source again.
    var reopenErrors: [Errno] = []
    private(set) var reopenCount = 0
    /// The error of listing the nodes.
    var listError: Errno?

    /// The descriptor that signals changes; `nil` if the test decides when they are read.
    var watched: Descriptor?

    var changesDescriptor: Int32? { watched?.number }

    func reportCandidates(_ wanted: Bool) { reportsCandidates = wanted }

    func reopen() throws(Errno) {
        reopenCount += 1
        guard reopenErrors.isEmpty else { throw reopenErrors.removeFirst() }
        watchError = nil
    }

    /// Adds a node that udev does not tag as a touchscreen.
    @discardableResult
    func offer(_ path: String, _ device: InputDevice) throws -> PipeNode {
        let node = try PipeNode(device)
        nodes[path] = node
        let candidate = CandidateNode(
            path: path, name: device.name, vendor: device.vendor, product: device.product)
        candidates[path] = candidate
        if reportsCandidates { pending.append(.candidate(candidate)) }
        return node
    }

    /// Adds the node of a pen, of the hardware at `phys`.
    @discardableResult
    func plugInPen(_ path: String, _ device: InputDevice, at phys: String?) throws -> PipeNode {
        let node = try PipeNode(device)
        node.phys = phys
        nodes[path] = node
        pens.insert(path)
        if let pen = pen(at: path) { pending.append(pen) }
        return node
    }

    private func pen(at path: String) -> HotplugEvent? {
        guard let node = nodes[path], let hardware = node.hardware else { return nil }
        return .pen(PenNode(path: path, name: node.device.name, hardware: hardware))
    }

    /// Adds a node; udev reports it if `isReported`.
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

    /// Removes a node; udev reports it if `isReported`.
    func unplug(_ path: String, isReported: Bool = true) {
        nodes.removeValue(forKey: path)?.unplug()
        pens.remove(path)
        if isReported {
            pending.append(.removed(path))
        }
    }

    func open(_ path: String) throws(Errno) -> any DeviceReader {
        PipeReader(try node(at: path))
    }

    func openPen(_ path: String) throws(Errno) -> any PenReader { try PipePen(node(at: path)) }

    private func node(at path: String) throws(Errno) -> PipeNode {
        attempts += 1
        if let error = refusals[path]?.first {
            refusals[path]?.removeFirst()
            throw error
        }
        guard let node = nodes[path] else { throw .noSuchFileOrDirectory }
        return node
    }

    func names(of path: String) -> [String] { [path] + links[path, default: []] }

    func present() throws(Errno) -> [HotplugEvent] {
        if let listError { throw listError }
        pending.removeAll()
        return nodes.keys.sorted().compactMap { path in
            guard !pens.contains(path) else { return pen(at: path) }
            guard let candidate = candidates[path] else {
                return .added(path, calibration: calibrations[path])
            }
            return reportsCandidates ? .candidate(candidate) : nil
        }
    }

    func changes() throws(Errno) -> [HotplugEvent] {
        if let watchError { throw watchError }
        defer { pending.removeAll() }
        return pending
    }
}
