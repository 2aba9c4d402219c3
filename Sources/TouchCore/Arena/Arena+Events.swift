/// What gestures say.
extension Arena {
    /// What a live gesture says now.
    func event(
        _ index: Int, _ phase: GesturePhase, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureEvent {
        let life = lives[index]
        let position = fingers.centroid(of: life.fingers)
        return GestureEvent(
            time: moment.time, device: device, zone: zone,
            gesture: recognizers.list[index].listIndex, id: life.id,
            phase: phase, fingers: life.fingers.nonzeroBitCount, position: position,
            unitPosition: surface.unit(position),
            durationUs: moment.time.microseconds(since: life.landedAt),
            force: moment.forceSource == nil ? nil : fingers.force(of: life.fingers),
            forceSource: moment.forceSource,
            values: values(index, phase, moment, fingers: fingers))
    }

    /// The values that belong to the kind of a live gesture.
    func values(
        _ index: Int, _ phase: GesturePhase, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureValues {
        let entry = recognizers.list[index]
        let life = lives[index]
        switch entry.kind {
        case .drag: return drag(life, moment, fingers: fingers)
        case .magnify:
            return .magnify(
                translation: motion.translation, scale: motion.scale,
                velocity: motion.scaleVelocity(at: moment.time))
        case .rotate:
            return .rotate(
                translation: motion.translation, degrees: motion.angle * 180 / .pi,
                velocity: motion.angularVelocity(at: moment.time) * 180 / .pi)
        case .deepPress:
            let maximum = recognizers.deepPresses[entry.place].maximum
            return .deepPress(maximum: phase == .ended ? maximum : nil)
        case .press:
            let isInside = bounds.contains(fingers.centroid(of: life.fingers))
            return .press(
                ticks: phase == .changed ? recognizers.presses[entry.place].ticks : nil,
                isInside: phase == .ended ? isInside : nil)
        case .force: return .force
        case .custom: return .custom
        case .simultaneous: return .composition(.simultaneous)
        case .sequence: return .composition(.sequence)
        case .exclusive: return .composition(.exclusive)
        // Taps and swipes never live: they are told whole, where they are recognised.
        case .longPress, .tap, .swipe: return .longPress
        }
    }

    private func drag(
        _ life: Life, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureValues {
        let velocity = fingers.velocity(of: life.fingers, at: moment.time)
        let translation = origins.translation(of: life.fingers, fingers: fingers)
        return .drag(
            translation: translation, velocity: velocity,
            predicted: Projection.predictedTranslation(translation, velocity: velocity),
            edge: life.edge)
    }
}
