import TouchCore
import TouchDevices

struct Shelf {
    @GestureState var offset = 0.0

    @SurfaceBuilder var gestures: SurfaceContent {
        ShoveGesture()
            .updating($offset) { way, offset in offset = way }
            .onEnded { way in print("shoved by \(way.rounded()) mm") }
    }
}

let shelf = Shelf()
for await panel in Touchscreens() {
    print("\(panel.name): \(panel.surface.width) x \(panel.surface.height) mm")
    try panel.add { shelf.gestures }
}
