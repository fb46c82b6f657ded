// Camera frames in OpenCV's memory, stretched by sluice. If the device is a CPU, nothing is copied.
#include <sluice/opencv.hpp>
#include <sluice/sluice.hpp>

#include <opencv2/core.hpp>

#include <deque>
#include <iostream>
#include <vector>

namespace {

constexpr int frames = 6;
constexpr std::size_t in_flight = 3;

// Takes the place of cv::VideoCapture::read: dim noise in BGR.
void take_picture(cv::Mat& frame, int index) {
    frame.create(270, 480, CV_8UC3);
    cv::RNG(static_cast<std::uint64_t>(index + 1)).fill(frame, cv::RNG::UNIFORM, 40, 90 + 10 * index);
}

// The shortest way: one frame after another, each of any size.
void one_by_one() {
    sluice::CvPipeline stretch("normalize group=joint");
    cv::Mat frame, result;
    for (int i = 0; i < frames; ++i) {
        take_picture(frame, i);
        stretch(frame(cv::Rect(8, 8, 400, 200)), result);  // a region is used in place
    }
    double low = 0, high = 0;
    cv::minMaxIdx(result, &low, &high);
    std::cout << "one by one: the last is " << low << " to " << high << "\n";
}

// The fastest way: several frames in flight, each with its own input Mat and result Mat.
void several_in_flight() {
    std::vector<cv::Mat> sources(in_flight), results(in_flight);
    take_picture(sources[0], 0);
    for (cv::Mat& result : results) result.create(sources[0].size(), sources[0].type());
    const sluice::Plan plan(sluice::Graph::from_chain("normalize group=joint"), sluice::cv_format(sources[0]),
                            sluice::Device::pick(), {.observe = {"normalize.stats"}});
    sluice::Session session(plan, {.frames_in_flight = in_flight});
    std::deque<sluice::Frame> flying;
    const auto finish = [&] {
        std::cout << "was " << flying.front().table("normalize.stats").real("min") << " to "
                  << flying.front().table("normalize.stats").real("max") << "\n";
        flying.pop_front();
    };
    for (int i = 0; i < frames; ++i) {
        if (flying.size() == in_flight) finish();  // its Mats are free again
        cv::Mat& src = sources[static_cast<std::size_t>(i) % in_flight];
        cv::Mat& dst = results[static_cast<std::size_t>(i) % in_flight];
        take_picture(src, i);
        flying.push_back(session.submit({{"input", sluice::LentView{sluice::cv_view(src)}}},
                                        {{"output", sluice::cv_view(dst)}}));
    }
    for (const sluice::Transfer& transfer : flying.back().transfers())
        std::cout << transfer.end << ": " << name(transfer.way) << " " << transfer.why << "\n";
    while (!flying.empty()) finish();
}

}  // namespace

int main() try {
    one_by_one();
    several_in_flight();
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
