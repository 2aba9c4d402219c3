import TouchCore

extension ConfiguredDevice {
    /// These settings, for a device that follows `output`; unchanged unless the configuration
    /// states that the compositor maps the device's touches to an output (`isMapped`).
    ///
    /// A configured name and a configured size are kept, as is a size that the panel reports.
    func following(_ output: DeviceOutput?, on panel: Panel) -> ConfiguredDevice {
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
