// Text that is put aside on disk until it is its turn.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace sluice::apps {

// A file without a name: however the program ends, nothing is left of it. Functions throw
// std::system_error.
class Spool {
public:
    explicit Spool(const std::filesystem::path& folder);

    void put(std::string_view text);
    // Writes all of it to a file. Nothing can be put any more.
    void copy_to(int descriptor);

private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Closer> file_;
};

// Writes all of a text to a file.
void write_to(int descriptor, std::string_view text);

}  // namespace sluice::apps
