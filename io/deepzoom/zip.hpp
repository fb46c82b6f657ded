// A ZIP archive of files that are stored as they are. The tiles in it are compressed already.
#pragma once

#include "pipeline/files/bytes.hpp"
#include "pipeline/files/output.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

// `file` must outlive it. Any size and number of files (ZIP64 where it needs that).
class ZipWriter {
public:
    explicit ZipWriter(Output& file) : file_(file) {}

    // A file of less than 4 GiB. `name` has / between its folders.
    void add(const std::string& name, Bytes content);
    void finish();

private:
    Output& file_;
    std::vector<std::uint8_t> directory_;
    std::uint64_t count_ = 0;
};

}  // namespace sluice
