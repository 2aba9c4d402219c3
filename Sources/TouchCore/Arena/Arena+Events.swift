/// What gestures say.
extension Arena {
    /// What a live gesture says now.
    @inline(__always)
    func event(
        _ index: Int, _ phase: GesturePhase, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureEvent {
        let position = fingers.centroid(of: lives[index].fingers)
        return GestureEvent(
            time: moment.time, device: device, zone: zone,
            gesture: recognizers.list[index].listIndex, id: lives[index].id,
            phase: phase, fingers: lives[index].count, position: position,
            unitPosition: surface.unit(position),
            durationUs: moment.time.microseconds(since: lives[index].landedAt),
            force: moment.forceSource == nil ? nil : fingers.force(of: lives[index].fingers),
            forceSource: moment.forceSource,
            values: values(index, phase, moment, fingers: fingers))
    }

    /// The values that belong to the kind of a live gesture.
    @inline(__always)
    func values(
        _ index: Int, _ phase: GesturePhase, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureValues {
        switch recognizers.list[index].kind {
        case .drag: return drag(index, moment, fingers: fingers)
        case .magnify:
            return .magnify(
                translation: motion.translation, scale: motion.scale,
                velocity: motion.scaleVelocity(at: moment.time))
        case .rotate:
            return .rotate(
                translation: motion.translation, degrees: motion.angle * 180 / .pi,
                velocity: motion.angularVelocity(at: moment.time) * 180 / .pi)
        case .deepPress:
            let maximum = recognizers.deepPresses[recognizers.list[index].place].maximum
            return .deepPress(maximum: phase == .ended ? maximum : nil)
        case .press:
            let isInside = bounds.contains(fingers.centroid(of: lives[index].fingers))
            let ticks = recognizers.presses[recognizers.list[index].place].ticks
            return .press(
                ticks: phase == .changed ? ticks : nil,
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

    @inline(__always)
    private func drag(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureValues {
        let own = lives[index].fingers
        let velocity = fingers.velocity(of: own, at: moment.time)
        let translation = origins.translation(of: own, fingers: fingers)
        return .drag(
            translation: translation, velocity: velocity,
            predicted: Projection.predictedTranslation(translation, velocity: velocity),
            edge: lives[index].edge)
    }
}
