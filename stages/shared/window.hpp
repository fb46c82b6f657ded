// What a window Gather walks: places beside a pixel, each with a weight. stages/parts/window.cpp hands them
// to the kernel in a Table.
#pragma once

#include "stages/shared/outside.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::stages {

struct Window {
    std::vector<double> x{0}, y{0}, weights{0};  // the pixel itself comes first: kernels/window.clh

    void add(std::int64_t dx, std::int64_t dy, double weight = 1) {
        x.push_back(static_cast<double>(dx));
        y.push_back(static_cast<double>(dy));
        weights.push_back(weight);
    }
    // To the left, up, to the right, down.
    std::vector<double> reach() const {
        const auto most = [](const std::vector<double>& of, double sign) {
            double reach = 0;
            for (const double d : of) reach = std::max(reach, sign * d);
            return reach;
        };
        return {most(x, -1), most(y, -1), most(x, 1), most(y, 1)};
    }
};

// As Gathers say it of a parameter.
inline Reach reach(const std::vector<double>& sides) {
    const auto side = [&](std::size_t i) { return static_cast<std::size_t>(sides.at(i)); };
    return {side(0), side(1), side(2), side(3)};
}

// The part of this name, which walks the window over an image. `values`: what it has beside that.
inline Expansion::Edge walked(Expansion& e, const std::string& part, const std::string& name,
                              const Window& window, Expansion::Edge image, Values values) {
    const Pixel real = real_of(e.format(image).pixel);
    const Expansion::Edge table =
        e.add("window", name + "_window",
              {{"x", window.x}, {"y", window.y}, {"weights", window.weights}, {"pixel", value_of(real)}}, {});
    values["reach"] = window.reach();
    return e.add(part, name, std::move(values), {image, table});
}

// Numbers that a part's function takes of its window, the table at port 1.
inline std::vector<Constant> window_constants(const StageInputs& inputs) {
    const Field& field = inputs.table(1).fields.at(0);
    return {{"taps", static_cast<double>(field.count / 3)},
            {"doubles", field.type == FieldType::f64 ? 1.0 : 0.0}};
}

}  // namespace sluice::stages
