#include "apps/bench/kernels/texts.hpp"

#include "kernels/kernels.hpp"

namespace sluice::apps {

std::string bench_kernel(const std::string& file) {
    const std::string text = kernel_text(file).value_or(embedded_bench_kernels().at(file));
    return "#line 1 \"" + file + "\"\n" + text;
}

}  // namespace sluice::apps
