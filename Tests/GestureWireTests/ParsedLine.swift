import Foundation
import Testing
import TouchCore

/// A line as parsed by a JSON parser, its members by type.
struct ParsedLine {
    var texts: [String: String] = [:]
    var flags: [String: Bool] = [:]
    var numbers: [String: Double] = [:]

    init(_ line: String) throws {
        #expect(line.hasSuffix("}\n"))
        #expect(!line.dropLast().contains("\n"))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let members = try #require(object as? [String: Any])
        for (member, value) in members {
            if let value = value as? String {
                texts[member] = value
            } else if member == "inside" {
                flags[member] = try #require(value as? Bool)
            } else {
                numbers[member] = try #require(value as? NSNumber).doubleValue
            }
        }
    }
}

/// The members that a gesture line must have for an event, computed independently of the encoder.
struct ExpectedMembers {
    /// A number, and the tolerance: half a unit of its last place.
    struct Number {
        var value: Double
        var tolerance: Double
    }

    var texts: [String: String] = ["type": "gesture"]
    var flags: [String: Bool] = [:]
    var numbers: [String: Number] = [:]

    init(_ event: GestureEvent, in configuration: GestureConfiguration, seq: Double = 41) {
        let zone = configuration.zones[event.zone]
        texts["zone"] = zone.name
        texts["gesture"] = zone.gestures[event.gesture].kind.rawValue
        texts["name"] = zone.gestures[event.gesture].name
        texts["phase"] = event.phase.rawValue
        texts["reason"] = event.reason?.rawValue
        integer("seq", seq)
        integer("time_us", Double(event.time.microseconds))
        integer("device", Double(event.device))
        integer("id", Double(event.id))
        integer("fingers", Double(event.fingers))
        if event.phase != .began {
            integer("duration_us", Double(event.durationUs))
        }
        decimal("x", event.unitPosition.x, 0.000_005)
        decimal("y", event.unitPosition.y, 0.000_005)
        pair("x_mm", "y_mm", event.position)
        if let force = event.force {
            decimal("force", force, 0.000_05)
            texts["force_source"] = event.forceSource?.rawValue
        }
        add(event.values)
    }

    private mutating func add(_ values: GestureValues) {
        for (horizontal, vertical, value) in [
            ("dx_mm", "dy_mm", values.translation), ("vx_mm_s", "vy_mm_s", values.velocity),
            ("predicted_dx_mm", "predicted_dy_mm", values.predicted),
        ] {
            if let value { pair(horizontal, vertical, value) }
        }
        for (member, value, halfUnit) in [
            ("scale", values.scale, 0.000_05), ("scale_velocity", values.scaleVelocity, 0.000_05),
            ("rotation_deg", values.rotation, 0.005),
            ("rotation_velocity", values.rotationVelocity, 0.005),
            ("max_force", values.maximumForce, 0.000_05),
            ("score", values.score, 0.000_05),
            ("runner_up_score", values.runnerUpScore, 0.000_05),
        ] {
            if let value { decimal(member, value, halfUnit) }
        }
        if let count = values.count ?? values.ticks { integer("count", Double(count)) }
        if let steps = values.steps { integer("steps", Double(steps)) }
        flags["inside"] = values.isInside
        texts["direction"] = values.direction?.rawValue
        texts["edge"] = values.edge?.rawValue
        texts["screen_reader"] = values.screenReader?.rawValue
        texts["second_direction"] = values.screenReader?.secondDirection?.rawValue
        texts["stroke"] = values.stroke?.description
        texts["runner_up"] = values.runnerUp?.description
    }

    private mutating func integer(_ member: String, _ value: Double) {
        numbers[member] = Number(value: value, tolerance: 0)
    }

    private mutating func decimal(_ member: String, _ value: Double, _ halfUnit: Double) {
        numbers[member] = Number(value: value, tolerance: halfUnit * 1.000_001)
    }

    private mutating func pair(_ horizontal: String, _ vertical: String, _ value: Point) {
        decimal(horizontal, value.x, 0.005)
        decimal(vertical, value.y, 0.005)
    }
}
