// Results that are to be one file wait in a folder of its name until all of them are there.
#pragma once

#include "pipeline/batch/batch_files.hpp"
#include "pipeline/batch/report.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/files/bytes.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace sluice {

// The files of a batch whose results wait there, in their order, by the path of the folder.
using ResultFolders = std::map<std::string, std::vector<std::size_t>>;
// Files that failed, and why.
using MissingResults = std::map<std::size_t, std::string>;

struct Packing {
    std::string images;    // in messages: "images of its archive"
    bool durable = false;  // the file would survive a power failure before the folder goes
    // Writes the file of a folder, piece by piece. Called by one thread at a time.
    std::function<void(const std::string& folder, const std::vector<std::size_t>& files,
                       const MissingResults& missing, const std::function<void(Bytes)>& write)>
        pack = {};
};

// Makes files of folders, each as soon as its results are there: by a thread of its own, while the batch goes
// on. A file appears whole, in the place of its folder. What it is given must outlive it.
class Packer {
public:
    // A kill between its two renames may have left a folder under another name: it gets its own again.
    Packer(const ResultFolders& folders, const BatchFiles& files, Packing packing);
    ~Packer();  // waits for the file that is being made
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;

    // A file of the batch is finished. One call at a time. Throws Error(input, folder) if a folder could not
    // be packed.
    void finished(const FileReport& report);

    // After the run: makes the others. If no more than `allowed` files have failed, their results are left
    // out. Returns what is to be said of those that stay folders. Throws as finished() does.
    std::vector<Wording> finish(const Summary& summary, std::size_t allowed);

private:
    void work();
    void stop();
    void pack(const std::string& folder, const MissingResults& missing);

    const ResultFolders& folders_;
    const BatchFiles& files_;
    Packing packing_;
    std::map<std::string, std::size_t> left_;  // files that are not finished, or have failed

    std::mutex mutex_;  // for all below
    std::condition_variable change_;
    std::deque<std::string> complete_;
    std::exception_ptr fault_;
    bool over_ = false;
    std::thread thread_;
};

}  // namespace sluice
