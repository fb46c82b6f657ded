// Frames of a camera by Video4Linux: example_v4l2_camera [/dev/video0]. The driver fills buffers that are
// mapped into this program's memory. Each is lent to a Session as it is, and goes back to the driver when its
// frame is done.
#include <sluice/sluice.hpp>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr int frames = 30, milliseconds = 5000;

class Camera {
public:
    // The size is a wish. NV12 if the camera has it, else YUYV.
    Camera(const std::string& path, std::uint32_t width, std::uint32_t height)
        : device_(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)) {
        if (device_ < 0) fail(path);
        v4l2_capability able{};
        ask(VIDIOC_QUERYCAP, &able, path + " is no camera");
        if ((able.device_caps & V4L2_CAP_VIDEO_CAPTURE) == 0 || (able.device_caps & V4L2_CAP_STREAMING) == 0)
            throw std::runtime_error(path + " gives no stream of images");
        for (const std::uint32_t wish : {V4L2_PIX_FMT_NV12, V4L2_PIX_FMT_YUYV}) {
            format_.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
            format_.fmt.pix.width = width;
            format_.fmt.pix.height = height;
            format_.fmt.pix.pixelformat = wish;
            format_.fmt.pix.field = V4L2_FIELD_NONE;
            ask(VIDIOC_S_FMT, &format_, path + " takes no format");
            if (format_.fmt.pix.pixelformat == wish) break;
        }
        if (!is_nv12() && format_.fmt.pix.pixelformat != V4L2_PIX_FMT_YUYV)
            throw std::runtime_error(path + " gives neither NV12 nor YUYV");
        map_buffers();
    }
    ~Camera() {
        for (const auto& [data, size] : buffers_) ::munmap(data, size);
        ::close(device_);  // ends the stream
    }
    Camera(const Camera&) = delete;
    Camera& operator=(const Camera&) = delete;

    bool is_nv12() const { return format_.fmt.pix.pixelformat == V4L2_PIX_FMT_NV12; }
    // The chain that makes red, green and blue of a frame, and its inputs.
    std::string decoding() const {
        return is_nv12() ? "input id=chroma; input id=luma | yuv nv12 from=luma,chroma"
                         : "input id=luma | yuv yuyv";
    }
    sluice::SourceFormats formats() const {
        sluice::SourceFormats formats{{"luma", plane(is_nv12() ? 1 : 2)}};
        if (is_nv12()) formats["chroma"] = half_plane();
        return formats;
    }

    // The planes of the next frame, which lie in a buffer of the driver's until it is given back.
    std::pair<int, std::map<std::string, sluice::SubmittedImage>> next() {
        v4l2_buffer buffer = of_number(0);
        while (::ioctl(device_, VIDIOC_DQBUF, &buffer) != 0) {
            if (errno != EAGAIN) fail("the camera stopped");
            pollfd ready{device_, POLLIN, 0};
            if (::poll(&ready, 1, milliseconds) == 0) throw std::runtime_error("the camera gives no images");
        }
        const auto* data = static_cast<const std::byte*>(buffers_[buffer.index].first);
        const std::size_t pitch = format_.fmt.pix.bytesperline;
        std::map<std::string, sluice::SubmittedImage> planes;
        planes["luma"] = sluice::LentView{{plane(is_nv12() ? 1 : 2), data, pitch}};
        if (is_nv12())
            planes["chroma"] = sluice::LentView{{half_plane(), data + pitch * format_.fmt.pix.height, pitch}};
        return {static_cast<int>(buffer.index), std::move(planes)};
    }
    void give_back(int number) {
        v4l2_buffer buffer = of_number(static_cast<std::uint32_t>(number));
        ask(VIDIOC_QBUF, &buffer, "the camera takes no buffer");
    }

private:
    [[noreturn]] static void fail(const std::string& what) {
        throw std::runtime_error(what + ": " + std::strerror(errno));
    }
    template <class Argument>
    void ask(unsigned long request, Argument* argument, const std::string& fault) {
        if (::ioctl(device_, request, argument) != 0) fail(fault);
    }
    static v4l2_buffer of_number(std::uint32_t number) {
        v4l2_buffer buffer{};
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        buffer.memory = V4L2_MEMORY_MMAP;
        buffer.index = number;
        return buffer;
    }
    void map_buffers() {
        v4l2_requestbuffers wish{};
        wish.count = 4;
        wish.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        wish.memory = V4L2_MEMORY_MMAP;
        ask(VIDIOC_REQBUFS, &wish, "the camera has no buffers");
        for (std::uint32_t i = 0; i < wish.count; ++i) {
            v4l2_buffer buffer = of_number(i);
            ask(VIDIOC_QUERYBUF, &buffer, "the camera has no buffer");
            void* data =
                ::mmap(nullptr, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, device_, buffer.m.offset);
            if (data == MAP_FAILED) fail("a buffer of the camera cannot be mapped");
            buffers_.emplace_back(data, buffer.length);
            ask(VIDIOC_QBUF, &buffer, "the camera takes no buffer");
        }
        int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        ask(VIDIOC_STREAMON, &type, "the camera does not start");
    }
    sluice::ImageFormat plane(int channels) const {
        return {format_.fmt.pix.width, format_.fmt.pix.height, channels, sluice::Pixel::u8};
    }
    sluice::ImageFormat half_plane() const {
        return {format_.fmt.pix.width / 2, format_.fmt.pix.height / 2, 2, sluice::Pixel::u8};
    }

    int device_;
    v4l2_format format_{};
    std::vector<std::pair<void*, std::size_t>> buffers_;
};

void run(Camera& camera) {
    const sluice::Graph chain =
        sluice::Graph::from_chain(camera.decoding() + " | resize 320 | normalize percentile");
    const sluice::Plan plan(chain, camera.formats(), sluice::Device::pick());
    sluice::Session session(plan, {.frames_in_flight = 2});
    sluice::HostImage result(session.result_format());
    std::deque<std::pair<int, sluice::Frame>> flying;  // with the buffers that they read
    const auto finish = [&] {
        flying.front().second.read(result.view());
        camera.give_back(flying.front().first);
        flying.pop_front();
    };
    for (int i = 0; i < frames; ++i) {
        if (flying.size() == 2) finish();
        auto [buffer, planes] = camera.next();
        flying.emplace_back(buffer, session.submit(planes));
        if (i == 0)
            for (const sluice::Transfer& transfer : flying.back().second.transfers())
                std::cout << transfer.end << ": " << name(transfer.way) << " " << transfer.why << "\n";
    }
    while (!flying.empty()) finish();
    std::cout << frames << " frames of " << camera.formats().at("luma").text() << " became "
              << result.format().text() << "\n";
}

}  // namespace

int main(int count, char** words) try {
    const std::string path = count > 1 ? words[1] : "/dev/video0";
    if (count == 1 && ::access(path.c_str(), F_OK) != 0) {
        std::cout << "there is no camera " << path << "; name another one\n";
        return 0;
    }
    Camera camera(path, 640, 480);
    run(camera);
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
