// What the peers written in C++ share: PROGRAM IN OUT THREADS goes through the files of a folder.
#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

// Calls stretch(input, output) for each file of argv[1], on argv[3] threads. `make` makes the function that a
// thread calls. Returns the exit code.
template <typename Make>
int each_file(int argc, char** argv, const Make& make) {
    if (argc != 4) return 2;
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
