// Resizes and blurs RGBA8 by NPP, to be read beside `sluice-bench pipeline`: kernel time, the best of nine runs, and
// the bytes read and written over the rate of a device copy in the same run.
//
//   nvcc -O3 apps/bench/peers/npp.cu -o npp -lnppig -lnppif -lnppc && ./npp [SIZE]
#include "npp_context.cuh"

#include <cuda_runtime.h>
#include <npp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

float best_ms(const std::function<void()>& work) {
    cudaEvent_t start, end;
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    float best = 1e30f;
    for (int run = 0; run < 10; ++run) {  // the first warms up
        cudaEventRecord(start);
        work();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        float ms = 0;
        cudaEventElapsedTime(&ms, start, end);
        if (run > 0) best = std::min(best, ms);
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const int size = argc > 1 ? std::atoi(argv[1]) : 16384;
    const std::size_t bytes = 4ull * size * size;
    Npp8u *src = nullptr, *dst = nullptr;
    if (cudaMalloc(&src, bytes) != cudaSuccess || cudaMalloc(&dst, bytes) != cudaSuccess) return 1;
    cudaMemset(src, 77, bytes);
    const NppStreamContext ctx = npp_context();
    const double copy = 2.0 * bytes / best_ms([&] { cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice); });
    std::printf("copy %.0f GB/s\n", copy / 1e6);
    const auto say = [&](const char* what, double moved, const std::function<NppStatus()>& work) {
        NppStatus status = NPP_SUCCESS;
        const float ms = best_ms([&] { status = work(); });
        if (status != NPP_SUCCESS) std::printf("%-22s status %d\n", what, static_cast<int>(status));
        else std::printf("%-22s %8.4f ms %7.0f GB/s %5.1f %%\n", what, ms, moved / ms / 1e6, 100 * moved / ms / copy);
    };
    const auto resize = [&](const char* what, double scale, int filter) {
        const int to = static_cast<int>(size * scale + 0.5);
        say(what, bytes + 4.0 * to * to, [=] {
            return nppiResize_8u_C4R_Ctx(src, 4 * size, {size, size}, {0, 0, size, size}, dst, 4 * to, {to, to},
                                         {0, 0, to, to}, filter, ctx);
        });
    };
    resize("half, linear", 0.5, NPPI_INTER_LINEAR);
    resize("half, super (area)", 0.5, NPPI_INTER_SUPER);
    resize("quarter, super", 0.25, NPPI_INTER_SUPER);
    resize("half, cubic", 0.5, NPPI_INTER_CUBIC);
    resize("half, lanczos", 0.5, NPPI_INTER_LANCZOS);
    resize("0.37, lanczos", 0.37, NPPI_INTER_LANCZOS);
    resize("equal, cubic", 1, NPPI_INTER_CUBIC);
    const auto gauss = [&](const char* what, NppiMaskSize mask) {
        say(what, 2.0 * bytes, [=] {
            const NppiSize inner{size - 32, size - 32};
            const std::size_t at = 16ull * 4 * size + 64;
            return nppiFilterGauss_8u_C4R_Ctx(src + at, 4 * size, dst + at, 4 * size, inner, mask, ctx);
        });
    };
    gauss("gauss 5x5", NPP_MASK_SIZE_5_X_5);
    gauss("gauss 13x13", NPP_MASK_SIZE_13_X_13);
}
