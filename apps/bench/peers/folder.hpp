// What the peers written in C++ share: PROGRAM IN OUT THREADS [percentiles] goes through the files of a
// folder.
#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

// Whether values are stretched between the percentiles 0.5 and 99.5 of all colours together, as sluice does
// by default; else between the minimum and the maximum of each colour.
inline bool by_percentiles(int argc, char** argv) {
    return argc == 5 && argv[4] == std::string("percentiles");
}
constexpr double lower_percentile = 0.5, upper_percentile = 99.5;

// Calls stretch(input, output) for each file of argv[1], on argv[3] threads. `make` makes the function that a
// thread calls. Returns the exit code.
template <typename Make>
int each_file(int argc, char** argv, const Make& make) {
    if (argc != 4 && !by_percentiles(argc, argv)) return 2;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) files.push_back(entry.path());
    std::filesystem::create_directories(argv[2]);
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < std::atoi(argv[3]); ++t)
        threads.emplace_back([&] {
            auto stretch = make();
            for (std::size_t i = next++; i < files.size(); i = next++)
                stretch(files[i], std::filesystem::path(argv[2]) / files[i].filename());
        });
    return 0;
}
