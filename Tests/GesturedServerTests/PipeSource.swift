import Glibc
import SystemPackage
import TouchRecordings

@testable import GesturedServer

/// A machine whose event nodes are pipes, and which tells what is plugged in and out.
final class PipeSource: DeviceSource {
    /// What is there.
    private(set) var nodes: [String: PipeNode] = [:]
    /// What opening a node fails with, as often as it stands here.
    var refusals: [String: [Errno]] = [:]
    /// What was not told yet.
    var pending: [DeviceNotice] = []
    /// How often nodes were opened, or tried to be.
    private(set) var attempts = 0

    /// The links to nodes.
    var links: [String: [String]] = [:]
    /// What udev says of nodes.
    var calibrations: [String: String] = [:]

    var changesDescriptor: Int32? { nil }

    /// Makes a node; `isTold`: as udev would tell of it.
    @discardableResult
    func plugIn(
        _ path: String, _ device: InputDevice = SampleRecording.panel(), isTold: Bool = true
    ) throws -> PipeNode {
        let node = try PipeNode(device)
        nodes[path] = node
        if isTold {
            pending.append(.added(path, calibration: calibrations[path]))
        }
        return node
    }

    /// Takes a node away; `isTold`: as udev would tell of it.
    func unplug(_ path: String, isTold: Bool = true) {
        nodes.removeValue(forKey: path)?.unplug()
        if isTold {
            pending.append(.removed(path))
        }
    }

    func open(_ path: String) throws(Errno) -> PipeReader {
        attempts += 1
        if let error = refusals[path]?.first {
            refusals[path]?.removeFirst()
            throw error
        }
        guard let node = nodes[path] else { throw .noSuchFileOrDirectory }
        return PipeReader(node)
    }

    func names(of path: String) -> [String] { [path] + links[path, default: []] }

    func present() throws(Errno) -> [DeviceNotice] {
        pending.removeAll()
        return nodes.keys.sorted().map { .added($0, calibration: calibrations[$0]) }
    }

    func changes() throws(Errno) -> [DeviceNotice] {
        defer { pending.removeAll() }
        return pending
    }
}
