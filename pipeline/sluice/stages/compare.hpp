// compare: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Measures how different two images are. The result is a table with a row for each layer.
struct compare {
    enum class Metric { mse, psnr, mae, max, ssim };
    friend const char* word_of(Metric value) {
        static constexpr const char* words[] = {"mse", "psnr", "mae", "max", "ssim"};
        return words[static_cast<int>(value)];
    }

    // mse: mean squared difference, in pixel values of the first image. psnr: white squared divided by mse,
    // in dB, as OpenCV's PSNR; it is infinite ("inf" in JSON) if the images are equal. mae: mean absolute
    // difference. max: largest difference. ssim: mean structural similarity (Wang and others, 2004) of each
    // colour, in Gaussian windows of 11 x 11 pixels with a standard deviation of 1.5, K1 = 0.01, K2 = 0.03;
    // it is 1 if the images are equal. Only windows inside the image count, as in scikit-image with
    // gaussian_weights and without use_sample_covariance.
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
