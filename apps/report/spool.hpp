// Text that is put aside on disk until it is its turn.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace sluice::apps {

// A file without a name: however the program ends, nothing is left of it. Functions throw
// std::system_error.
class Spool {
public:
    explicit Spool(const std::filesystem::path& folder);

    void put(std::string_view text);
    // How many texts were put.
    std::size_t size() const { return ends_.size(); }
    // Writes the texts from `first` to before `last` to a file.
    void copy_to(int descriptor, std::size_t first, std::size_t last);

private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Closer> file_;
    std::vector<off_t> ends_;  // of the texts
};

// Writes all of a text to a file.
void write_to(int descriptor, std::string_view text);

}  // namespace sluice::apps
