import TouchCore
import TouchDevices

struct Shelf {
    @GestureState var offset = 0.0

    @SurfaceBuilder var gestures: SurfaceContent {
        ShoveGesture()
            .updating($offset) { travel, offset in offset = travel }
            .onEnded { travel in print("shoved by \(travel.rounded()) mm") }
    }
}

let shelf = Shelf()
for await panel in Touchscreens() {
    print("\(panel.name): \(panel.surface.width) x \(panel.surface.height) mm")
    try panel.add { shelf.gestures }
}
