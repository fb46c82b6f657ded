// The bridge to OpenCV: runs pipelines on cv::Mat and cv::UMat, without a copy.
//
//   sluice::CvPipeline stretch("normalize group=joint");
//   stretch(frame, frame_out);                          // cv::Mat or cv::UMat; keeps its Session
//   sluice::normalize(frame, frame_out);                // the same in one line
//
// Header-only: your application links OpenCV itself. Regions of a larger Mat, and any step, are used in
// place. Errors are of type sluice::Error.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/device/opencl.hpp"
#include "pipeline/run/session.hpp"
#include "pipeline/sluice/plan.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// What the channels of a Mat mean. `usual` is grey for one channel and bgr for three. For two or four
// channels, say what they are. bgrx and rgbx are three channels padded to four.
enum class CvChannels { usual, grey, grey_alpha, data2, bgr, rgb, bgra, rgba, bgrx, rgbx };
template <>
inline constexpr std::array<std::string_view, 10> names_of<CvChannels>{
    "usual", "grey", "grey_alpha", "data2", "bgr", "rgb", "bgra", "rgba", "bgrx", "rgbx"};

// The format of a Mat or UMat. Throws Error(usage) if it is empty, has more than two dimensions, or does not
// have the given channels.
template <class AnyMat>
ImageFormat cv_format(const AnyMat& mat, CvChannels channels = CvChannels::usual);
// Samples from pixel to pixel: 4 for bgrx and rgbx; otherwise 0, which means as many as channels.
inline int cv_lanes(CvChannels channels) {
    return channels == CvChannels::bgrx || channels == CvChannels::rgbx ? 4 : 0;
}
// OpenCV's type for an image of this format: CV_8UC3. `lanes` as in ConstHostView. Throws Error(usage) if
// OpenCV has no such type.
inline int cv_type(const ImageFormat& format, int lanes = 0);

// A view of the pixels of a Mat. Valid as long as the Mat's data. Throws as cv_format().
inline ConstHostView cv_view(const cv::Mat& mat, CvChannels channels = CvChannels::usual) {
    return {cv_format(mat, channels), mat.data, mat.step[0], cv_lanes(channels)};
}
inline HostView cv_view(cv::Mat& mat, CvChannels channels = CvChannels::usual) {
    return {cv_format(mat, channels), mat.data, mat.step[0], cv_lanes(channels)};
}

// The device of OpenCV's OpenCL context, so that both use the same memory. Throws Error(no_device) if OpenCV
// uses no OpenCL device.
inline Device cv_device();
// An image that uses the buffer of a UMat. It is ready when OpenCV's queue has done its present commands. The
// plan must store the image in Storage::rows (PlanOptions::storage_of). Throws Error(device) if the UMat
// belongs to another context than `device`, and as cv_format().
inline DeviceImage cv_image(const Device& device, const cv::UMat& mat, cv::AccessFlag access,
                            CvChannels channels = CvChannels::usual);

// A chain that takes one image from the application and returns one. Keeps the Sessions for the last four
// formats. Use it from one thread at a time.
class CvPipeline {
public:
    // `device`: by default Device::pick(). For UMats, pass cv_device().
    explicit CvPipeline(const std::string& chain, std::optional<Device> device = {}, PlanOptions options = {})
        : graph_(Graph::from_chain(chain)),
          device_(device ? *device : Device::pick()),
          options_(std::move(options)) {}

    // Runs the chain and waits for the result. `dst` is reallocated if its size or type differs. If it is
    // also `src`, the result is copied. The order of the colours stays that of `src`; a result with three
    // channels is padded to four if `src` is. Throws as cv_format(), Plan and Session do.
    void operator()(const cv::Mat& src, cv::Mat& dst, CvChannels channels = CvChannels::usual);
    // The same on OpenCV's device, without waiting: commands that OpenCV enqueues later see the result.
    void operator()(const cv::UMat& src, cv::UMat& dst, CvChannels channels = CvChannels::usual);

    // How the two images of the last call were moved: see Frame::transfers().
    const std::vector<Transfer>& transfers() const { return transfers_; }

private:
    struct Known {
        ImageFormat format;
        bool on_device;
        Session session;
    };
    static constexpr std::size_t most_known = 4;

    Session& session_for(const ImageFormat& format, bool on_device);
    // The lanes of the result: padded like the source if both have three channels.
    static int lanes_of(const ImageFormat& result, const ImageFormat& source, CvChannels channels) {
        return result.channels == 3 && source.channels == 3 ? cv_lanes(channels) : 0;
    }

    Graph graph_;
    Device device_;
    PlanOptions options_;
    std::vector<Known> known_;  // the last one was used last
    std::vector<Transfer> transfers_;
    std::optional<Frame> flying_;  // of the last UMat
};

// Like cv::normalize(src, dst, 0, 255, NORM_MINMAX), but for any pixel type: stretches from the lowest to the
// highest value of all channels. `parameters` are parameters of the stage normalize: "mode=percentile
// group=channel". Each thread keeps a CvPipeline for its last `parameters`. Any thread.
inline void normalize(const cv::Mat& src, cv::Mat& dst, const std::string& parameters = "group=joint",
                      CvChannels channels = CvChannels::usual);

// --- implementation ---------------------------------------------------------------------------------------

namespace cv_parts {

[[noreturn]] inline void refuse(const std::string& what) { throw Error(Error::Kind::usage, "cv::Mat", what); }

struct Meaning {
    int samples;  // of a pixel, in the Mat
    int channels;
    Order order = Order::rgb;
    bool grey_alpha = false;
};

inline Meaning meaning_of(CvChannels channels, int samples) {
    switch (channels) {
        case CvChannels::usual:
            if (samples == 1) return {1, 1};
            if (samples == 3) return {3, 3, Order::bgr};
            refuse(std::to_string(samples) + " channels are ambiguous; pass a sluice::CvChannels");
        case CvChannels::grey: return {1, 1};
        case CvChannels::grey_alpha: return {2, 2, Order::rgb, true};
        case CvChannels::data2: return {2, 2};
        case CvChannels::bgr: return {3, 3, Order::bgr};
        case CvChannels::rgb: return {3, 3};
        case CvChannels::bgra: return {4, 4, Order::bgr};
        case CvChannels::rgba: return {4, 4};
        case CvChannels::bgrx: return {4, 3, Order::bgr};
        case CvChannels::rgbx: return {4, 3};
    }
    refuse("the CvChannels are unknown");
}

inline constexpr std::array<std::pair<int, Pixel>, 8> depths{{{CV_8U, Pixel::u8},
                                                              {CV_8S, Pixel::i8},
                                                              {CV_16U, Pixel::u16},
                                                              {CV_16S, Pixel::i16},
                                                              {CV_32S, Pixel::i32},
                                                              {CV_16F, Pixel::f16},
                                                              {CV_32F, Pixel::f32},
                                                              {CV_64F, Pixel::f64}}};

inline cl_command_queue queue() { return static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()); }

}  // namespace cv_parts

template <class AnyMat>
ImageFormat cv_format(const AnyMat& mat, CvChannels channels) {
    if (mat.dims > 2)
        cv_parts::refuse("it has " + std::to_string(mat.dims) + " dimensions; an image has two");
    if (mat.empty()) cv_parts::refuse("it is empty");
    const cv_parts::Meaning meaning = cv_parts::meaning_of(channels, mat.channels());
    if (meaning.samples != mat.channels())
        cv_parts::refuse("it has " + std::to_string(mat.channels()) + " channels, but " +
                         std::string(name(channels)) + " has " + std::to_string(meaning.samples));
    ImageFormat format;
    format.width = static_cast<std::size_t>(mat.cols);
    format.height = static_cast<std::size_t>(mat.rows);
    format.channels = meaning.channels;
    format.order = meaning.order;
    format.grey_alpha = meaning.grey_alpha;
    for (const auto& [depth, pixel] : cv_parts::depths)
        if (depth == mat.depth()) format.pixel = pixel;
    return format;
}

inline int cv_type(const ImageFormat& format, int lanes) {
    for (const auto& [depth, pixel] : cv_parts::depths)
        if (pixel == format.pixel) return CV_MAKETYPE(depth, lanes > 0 ? lanes : format.channels);
    cv_parts::refuse("OpenCV has no pixel type " + std::string(name(format.pixel)));
}

inline Device cv_device() {
    if (!cv::ocl::useOpenCL())
        throw Error(Error::Kind::no_device, "cv::ocl",
                    "OpenCV uses no OpenCL device; see cv::ocl::setUseOpenCL and OPENCV_OPENCL_DEVICE");
    return adopt_device(static_cast<cl_context>(cv::ocl::Context::getDefault().ptr()),
                        static_cast<cl_device_id>(cv::ocl::Device::getDefault().ptr()));
}

inline DeviceImage cv_image(const Device& device, const cv::UMat& mat, cv::AccessFlag access,
                            CvChannels channels) {
    DeviceImage image;
    image.format = cv_format(mat, channels);
    image.storage = Storage::rows;
    image.pitch = mat.step[0];
    image.memory = adopt_memory(device, static_cast<cl_mem>(mat.handle(access)));
    image.ready = end_of(device, cv_parts::queue());
    image.offset = mat.offset;
    image.lanes = cv_lanes(channels);
    return image;
}

inline Session& CvPipeline::session_for(const ImageFormat& format, bool on_device) {
    for (auto known = known_.begin(); known != known_.end(); ++known)
        if (known->format == format && known->on_device == on_device) {
            std::rotate(known, known + 1, known_.end());
            return known_.back().session;
        }
    if (known_.size() == most_known) known_.erase(known_.begin());
    PlanOptions options = options_;
    if (on_device)
        for (const char* end : {"input", "output"}) options.storage_of.emplace(end, StorageChoice::rows);
    const Plan plan(graph_, format, device_, options);
    known_.push_back({format, on_device, Session(plan, {.download = !on_device})});
    return known_.back().session;
}

inline void CvPipeline::operator()(const cv::Mat& src, cv::Mat& dst, CvChannels channels) {
    const ConstHostView from = cv_view(src, channels);
    const cv::Mat held = src;  // `dst` may be `src`
    Session& session = session_for(from.format, false);
    const ImageFormat result = session.result_format();
    const int lanes = lanes_of(result, from.format, channels);
    dst.create(static_cast<int>(result.height), static_cast<int>(result.width), cv_type(result, lanes));
    Frame frame = session.submit({{"input", LentView{from}}},
                                 {{"output", HostView{result, dst.data, dst.step[0], lanes}}});
    frame.wait();
    transfers_ = frame.transfers();
}

inline void CvPipeline::operator()(const cv::UMat& src, cv::UMat& dst, CvChannels channels) {
    const DeviceImage from = cv_image(device_, src, cv::ACCESS_READ, channels);
    flying_.reset();
    Session& session = session_for(from.format, true);
    const ImageFormat result = session.result_format();
    const int lanes = lanes_of(result, from.format, channels);
    cv::UMat made(static_cast<int>(result.height), static_cast<int>(result.width), cv_type(result, lanes));
    const bool fits = dst.size() == made.size() && dst.type() == made.type() && dst.u != src.u;
    if (fits) made = dst;
    DeviceImage to{result, Storage::rows, made.step[0], {}, {}, made.offset, lanes};
    to.memory = adopt_memory(device_, static_cast<cl_mem>(made.handle(cv::ACCESS_WRITE)));
    to.ready = end_of(device_, cv_parts::queue());
    flying_ = session.submit({{"input", from}}, {{"output", to}});
    after(cv_parts::queue(), flying_->image().ready);
    transfers_ = flying_->transfers();
    dst = made;
}

inline void normalize(const cv::Mat& src, cv::Mat& dst, const std::string& parameters, CvChannels channels) {
    thread_local std::optional<std::pair<std::string, CvPipeline>> last;
    const std::string chain = "normalize " + parameters;
    if (!last || last->first != chain) last.emplace(chain, CvPipeline(chain));
    last->second(src, dst, channels);
}

}  // namespace sluice
