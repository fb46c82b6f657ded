// What neighbours.py measures of OpenCV: neighbours_opencv SIZE RUNS OPERATION [ARGUMENT...] prints the best
// of RUNS in milliseconds, of RGBA8 images of SIZE x SIZE in memory. Operations: `resize SCALE FILTER`,
// `gaussian TAPS SIGMA`, `warp FILTER MATRIX`, `blend` (two weights for the image: OpenCV has none that looks
// at alpha).
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const int size = std::atoi(words.at(0).c_str()), runs = std::atoi(words.at(1).c_str());
    cv::setNumThreads(static_cast<int>(std::thread::hardware_concurrency()));
    cv::Mat src(size, size, CV_8UC4), top(size, size, CV_8UC4), dst;
    cv::randu(src, 20, 200);
    cv::randu(top, 20, 200);

    static const std::map<std::string, int> filters{{"nearest", cv::INTER_NEAREST},
                                                    {"linear", cv::INTER_LINEAR},
                                                    {"area", cv::INTER_AREA},
                                                    {"cubic", cv::INTER_CUBIC},
                                                    {"lanczos4", cv::INTER_LANCZOS4}};
    std::function<void()> work;
    if (words.at(2) == "resize") {
        const int to = static_cast<int>(std::floor(size * std::atof(words.at(3).c_str()) + 0.5));
        const int filter = filters.at(words.at(4));
        work = [&, to, filter] { cv::resize(src, dst, {to, to}, 0, 0, filter); };
    } else if (words.at(2) == "gaussian") {
        const int taps = std::atoi(words.at(3).c_str());
        const double sigma = std::atof(words.at(4).c_str());
        work = [&, taps, sigma] {
            cv::GaussianBlur(src, dst, {taps, taps}, sigma, sigma, cv::BORDER_REPLICATE);
        };
    } else if (words.at(2) == "warp") {
        std::vector<double> numbers;
        std::istringstream list(words.at(4));
        for (std::string number; std::getline(list, number, ',');)
            numbers.push_back(std::atof(number.c_str()));
        const cv::Mat matrix = cv::Mat(numbers, true).reshape(1, static_cast<int>(numbers.size()) / 3);
        const int filter = filters.at(words.at(3));
        work = [&, matrix, filter] {
            if (matrix.rows == 3)
                cv::warpPerspective(src, dst, matrix, src.size(), filter, cv::BORDER_REPLICATE);
            else
                cv::warpAffine(src, dst, matrix, src.size(), filter, cv::BORDER_REPLICATE);
        };
    } else if (words.at(2) == "blend") {
        work = [&] { cv::addWeighted(src, 0.5, top, 0.5, 0, dst); };
    } else {
        std::fprintf(stderr, "no operation '%s'\n", words.at(2).c_str());
        return 1;
    }

    double best = std::numeric_limits<double>::infinity();
    for (int run = 0; run <= runs; ++run) {  // the first warms up
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        if (run > 0) best = std::min(best, took.count());
    }
    std::printf("%.4f\n", best);
}
