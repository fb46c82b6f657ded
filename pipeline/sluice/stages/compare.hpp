// compare: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// How far two images are apart, as a table with a row for each layer.
struct compare {
    enum class Metric { mse, psnr, mae, max, ssim };
    friend const char* word_of(Metric value) {
        static constexpr const char* words[] = {"mse", "psnr", "mae", "max", "ssim"};
        return words[static_cast<int>(value)];
    }

    // mse: the mean of the squares of differences, in code values of the first image. psnr: white squared
    // over that, in dB, as OpenCV's PSNR; infinite, "inf" in JSON, where images are equal. mae: the mean
    // difference. max: the largest. ssim: the mean structural similarity of Wang and others (2004), of each
    // colour by itself, in Gaussian windows of 11 x 11 pixels with a deviation of 1.5, K1 = 0.01, K2 = 0.03;
    // 1 where images are equal. Only windows within the image count, as in scikit-image with gaussian_weights
    // and without use_sample_covariance.
    // one of mse, psnr, mae, max, ssim; default: mse
    Choice<Metric> metric = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("compare", set_among({
            {"metric", &metric},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
