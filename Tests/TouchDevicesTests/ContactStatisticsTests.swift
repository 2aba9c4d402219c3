import Testing
import TouchCore
import TouchDevices

/// The counters of contacts.
struct ContactStatisticsTests {
    @Test func `differences add up to the total`() {
        var device = ContactStatistics()
        var server = ContactStatistics()
        for step in 1...5 as ClosedRange<UInt64> {
            let earlier = device
            device.landed += step
            device.refused.palms += step
            device.refused.stitches += 2 * step
            server += device.delta(since: earlier)
            #expect(server == device)
        }
        #expect(device.delta(since: device) == ContactStatistics())
        #expect((server.landed, server.refused.palms, server.refused.stitches) == (15, 15, 30))
    }
}
