// A camera that does not wait: its thread hands over the newest image, the thread of the Session takes as
// many images as it can, and a third thread reads the results.
#include <sluice/sluice.hpp>

#include <chrono>
#include <iostream>
#include <optional>
#include <thread>
#include <utility>

namespace {

constexpr int images = 12;
const sluice::ImageFormat format{320, 240, 1, sluice::Pixel::u8};

// Takes the place of a camera: a ramp that gets brighter from image to image.
sluice::HostImage take_image(int index) {
    sluice::HostImage image(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            image.as<std::uint8_t>(y)[x] =
                static_cast<std::uint8_t>(x / 4 + 10 * static_cast<std::size_t>(index));
    return image;
}

void show(const sluice::HostImage& image) {
    std::cout << "the middle is " << sluice::sample(image.view(), format.width / 2, 0, 0) << "\n";
}

}  // namespace

int main() try {
    const sluice::Plan plan(sluice::Graph::from_chain("gamma exponent=1"), format, sluice::Device::pick());
    sluice::Session session(plan, {.frames_in_flight = 3});
    const double slider = 0.8;  // set by the user

    sluice::DropOldest<sluice::HostImage> newest;  // the camera's thread: newest.put(image)
    sluice::DropOldest<sluice::Frame> done(3);

    std::thread camera([&] {
        for (int i = 0; i < images; ++i) {
            newest.put(take_image(i));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        newest.close();
    });
    std::thread reader([&] {
        while (std::optional<sluice::Frame> frame = done.take()) show(frame->read());
    });
    sluice::LiveParam<double> exponent = session.param<double>("gamma.exponent");
    while (std::optional<sluice::HostImage> image = newest.take()) {
        exponent = slider;
        // try_submit returns nothing if too many Frames exist: this image is then dropped
        if (std::optional<sluice::Frame> frame = session.try_submit(image->view()))
            done.put(std::move(*frame));
    }
    done.close();
    reader.join();
    camera.join();
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
