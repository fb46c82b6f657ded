// A camera that does not wait: its thread hands over the newest picture, the thread of the Session takes what
// it can, and a third one reads the results.
#include <sluice/sluice.hpp>

#include <chrono>
#include <iostream>
#include <optional>
#include <thread>
#include <utility>

namespace {

constexpr int pictures = 12;
const sluice::ImageFormat format{320, 240, 1, sluice::Pixel::u8};

// Stands for a camera: a ramp, brighter from picture to picture.
sluice::HostImage take_picture(int index) {
    sluice::HostImage picture(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            picture.as<std::uint8_t>(y)[x] =
                static_cast<std::uint8_t>(x / 4 + 10 * static_cast<std::size_t>(index));
    return picture;
}

void show(const sluice::HostImage& image) {
    std::cout << "the middle is " << sluice::sample(image.view(), format.width / 2, 0, 0) << "\n";
}

}  // namespace

int main() try {
    const sluice::Plan plan(sluice::Graph::from_chain("gamma exponent=1"), format, sluice::Device::pick());
    sluice::Session session(plan, {.frames_in_flight = 3});
    const double slider = 0.8;  // that somebody moves

    sluice::DropOldest<sluice::HostImage> newest;  // the camera's thread: newest.put(picture)
    sluice::DropOldest<sluice::Frame> done(3);

    std::thread camera([&] {
        for (int i = 0; i < pictures; ++i) {
            newest.put(take_picture(i));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        newest.close();
    });
    std::thread reader([&] {
        while (std::optional<sluice::Frame> frame = done.take()) show(frame->read());
    });
    while (std::optional<sluice::HostImage> picture = newest.take()) {
        session.set("gamma.exponent", slider);
        if (std::optional<sluice::Frame> frame = session.try_submit(picture->view()))
            done.put(std::move(*frame));
    }  // left out where as many frames as frames_in_flight are held
    done.close();
    reader.join();
    camera.join();
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
