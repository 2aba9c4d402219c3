package import TouchCore

/// The output of a device, as a client reports it.
package struct AssignedOutput: Sendable, Hashable {
    /// The output's name in the compositor.
    package var name: String
    package var transform: OutputTransform
    /// The physical size before the transform; `nil` if unknown.
    package var size: SurfaceSize?

    package init(_ name: String, _ transform: OutputTransform, size: SurfaceSize? = nil) {
        self.name = name
        self.transform = transform
        self.size = size
    }
}

extension ConfiguredDevice {
    /// These settings, for a device that follows `output`; the same if the configuration does not
    /// say that the compositor maps touches to it (`isMapped`).
    ///
    /// A configured name and a configured size are kept, as is a size that the panel reports.
    func following(_ output: AssignedOutput?, on panel: Panel) -> ConfiguredDevice {
        guard let output, isMapped else { return self }
        var result = self
        result.output = self.output ?? output.name
        if let size = output.size, settings.size == nil,
            Surface(panel: panel).sizeSource == .assumed
        {
            result.settings.size =
                settings.swapsSides
                ? SurfaceSize(width: size.height, height: size.width) : size
        }
        result.settings = result.settings.turned(by: output.transform)
        return result
    }
}
