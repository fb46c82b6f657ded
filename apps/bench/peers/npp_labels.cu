// Numbers the blobs of masks by NPP, to be read beside `label`: labels_gpu.py runs both. Kernel time, the best of
// nine runs, of the labels, of making them consecutive, and of the list of their boxes.
//
//   nvcc -O3 apps/bench/peers/npp_labels.cu -o npp_labels -lnppif -lnppc && ./npp_labels MASK.pgm...
//
// Prints a line for each mask: its name, the number of blobs, three times in ms; "-" where NPP refuses.
#include "npp_context.cuh"

#include <cuda_runtime.h>
#include <npp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

void must(bool good, const std::string& what) {
    if (good) return;
    std::fprintf(stderr, "npp_labels: %s\n", what.c_str());
    std::exit(1);
}

// Memory of the device.
template <class T>
struct Memory {
    explicit Memory(std::size_t count) {
        must(cudaMalloc(&at, std::max<std::size_t>(count, 1) * sizeof(T)) == cudaSuccess, "no memory on the device");
    }
    ~Memory() { cudaFree(at); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    T* at = nullptr;
};

// What a function says that gives a number of bytes. The types of these numbers differ between versions of NPP.
template <class Of, class Bytes, class Value>
std::size_t bytes_by(NppStatus (*function)(Of, Bytes*), const Value& value) {
    Bytes bytes{};
    must(function(static_cast<Of>(value), &bytes) == NPP_SUCCESS, "NPP says no size");
    return static_cast<std::size_t>(bytes);
}

struct Mask {
    int width = 0, height = 0;
    std::vector<Npp8u> pixels;

    explicit Mask(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        std::string type;
        int white = 0;
        file >> type >> width >> height >> white;
        file.get();
        must(file && type == "P5" && white == 255, path + " is no PGM file of 8 bits");
        pixels.resize(std::size_t{1} * width * height);
        must(!!file.read(reinterpret_cast<char*>(pixels.data()), pixels.size()), path + " is too short");
    }
};

// The best time, or "-" where the work fails. `before` is not timed.
std::string best_ms(const std::function<void()>& before, const std::function<NppStatus()>& work) {
    cudaEvent_t start, end;
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    float best = 1e30f;
    bool good = true;
    for (int run = 0; run < 10; ++run) {  // the first warms up
        before();
        cudaEventRecord(start);
        good = work() == NPP_SUCCESS && good;
        cudaEventRecord(end);
        good = cudaEventSynchronize(end) == cudaSuccess && good;
        float ms = 0;
        cudaEventElapsedTime(&ms, start, end);
        if (run > 0) best = std::min(best, ms);
    }
    cudaEventDestroy(start);
    cudaEventDestroy(end);
    return good ? std::to_string(best) : "-";
}

void measure(const std::string& path, const NppStreamContext& ctx) {
    const Mask mask(path);
    const NppiSize size{mask.width, mask.height};
    const int pixels = mask.width * mask.height, pitch = mask.width * static_cast<int>(sizeof(Npp32u));
    const Memory<Npp8u> src(pixels);
    const Memory<Npp32u> labels(pixels);
    cudaMemcpy(src.at, mask.pixels.data(), mask.pixels.size(), cudaMemcpyHostToDevice);
    const Memory<Npp8u> scratch(std::max(bytes_by(nppiLabelMarkersUFGetBufferSize_32u_C1R, size),
                                         bytes_by(nppiCompressMarkerLabelsGetBufferSize_32u_C1R, pixels)));
    const auto nothing = [] {};
    const auto label = [&] {
        return nppiLabelMarkersUF_8u32u_C1R_Ctx(src.at, mask.width, labels.at, pitch, size, nppiNormInf, scratch.at,
                                                ctx);
    };
    int count = 0;
    const std::string label_ms = best_ms(nothing, label);
    const std::string compress_ms = best_ms([&] { label(); }, [&] {
        return nppiCompressMarkerLabelsUF_32u_C1IR_Ctx(labels.at, pitch, size, pixels, &count, scratch.at, ctx);
    });
    const auto most = static_cast<unsigned int>(std::max(count, 1));
    const Memory<Npp8u> list(bytes_by(nppiCompressedMarkerLabelsUFGetInfoListSize_32u_C1R, most));
    const std::string list_ms = best_ms(nothing, [&] {
        return nppiCompressedMarkerLabelsUFInfo_32u_C1R_Ctx(
            labels.at, pitch, size, most, reinterpret_cast<NppiCompressedMarkerLabelsInfo*>(list.at), nullptr, 0,
            nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr, ctx);
    });
    std::printf("%s %d %s %s %s\n", path.c_str(), count, label_ms.c_str(), compress_ms.c_str(), list_ms.c_str());
}

}  // namespace

int main(int argc, char** argv) {
    const NppStreamContext ctx = npp_context();
    for (int i = 1; i < argc; ++i) measure(argv[i], ctx);
}
