// The files of a batch, of which there may be a million.
#pragma once

#include "pipeline/batch/batch_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// A sequence of BatchFiles that takes the memory of their names and 32 bytes each. A BatchFile is made when
// it is asked for. Value type; copies share the memory. Several threads may read at once.
class BatchFiles {
public:
    BatchFiles() : data_(std::make_shared<Data>()) {}
    BatchFiles(const std::vector<BatchFile>& files) : BatchFiles() {
        for (const BatchFile& file : files) push_back(file);
    }

    std::size_t size() const { return data_->entries.size(); }
    bool empty() const { return data_->entries.empty(); }

    // REQUIRES: i < size()
    BatchFile operator[](std::size_t i) const {
        const auto fault = data_->faults.find(i);
        const std::size_t variant = entry(i).variant;
        BatchFile file{input(i), output(i),
                       bytes(i), fault == data_->faults.end() ? Wording() : fault->second,
                       variant,  variant == 0 ? std::string() : data_->marks.at(variant)};
        const std::size_t count = outputs(i);
        for (std::size_t n = 1; n < count; ++n) file.also.emplace_back(output(i, n));
        file.number = i;
        return file;
    }
    BatchFile front() const { return (*this)[0]; }

    // Parts of a BatchFile. Views are valid as long as these files do not change.
    std::string_view input(std::size_t i) const {
        return std::string_view(data_->names).substr(entry(i).at, entry(i).input);
    }
    // The n-th output. REQUIRES: n < outputs(i).
    std::string_view output(std::size_t i, std::size_t n = 0) const {
        std::string_view names = std::string_view(data_->names).substr(entry(i).at + entry(i).input);
        if (n == 0) return names.substr(0, entry(i).output);
        for (names.remove_prefix(entry(i).output); n > 1; --n) names.remove_prefix(names.find('\0') + 1);
        return names.substr(0, names.find('\0'));
    }
    // How many outputs a file has: one for each Sink of the pipeline.
    std::size_t outputs(std::size_t i) const {
        const std::string_view also = also_of(i);
        return 1 + static_cast<std::size_t>(std::count(also.begin(), also.end(), '\0'));
    }
    std::uintmax_t bytes(std::size_t i) const { return entry(i).bytes; }

    void push_back(const BatchFile& file) {
        std::vector<std::string> also;
        for (const std::filesystem::path& path : file.also) also.push_back(path.native());
        add(file.input.native(), file.output.native(), file.bytes, also);
        if (!file.fault.empty()) set_fault(size() - 1, file.fault);
        if (file.variant != 0) set_variant(size() - 1, file.variant, file.mark);
    }
    void add(std::string_view input, std::string_view output, std::uintmax_t bytes = 0,
             const std::vector<std::string>& also = {}) {
        Data& data = own();
        data.entries.push_back({data.names.size(), static_cast<std::uint32_t>(input.size()),
                                static_cast<std::uint32_t>(output.size()), 0, bytes});
        data.names.append(input).append(output);
        for (const std::string& path : also) data.names.append(path).push_back('\0');
    }
    void set_bytes(std::size_t i, std::uintmax_t bytes) { own().entries[i].bytes = bytes; }
    void set_fault(std::size_t i, const Wording& fault) { own().faults[i] = fault; }
    // `mark` is that of the variant, the same for all files that have it.
    void set_variant(std::size_t i, std::size_t variant, const std::string& mark) {
        own().entries[i].variant = static_cast<std::uint32_t>(variant);
        own().marks[variant] = mark;
    }
    // Room for so many files, whose names have so many bytes in all.
    void reserve(std::size_t files, std::size_t name_bytes) {
        own().entries.reserve(files);
        own().names.reserve(name_bytes);
    }

    // Goes through the files; `*` makes a BatchFile.
    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = BatchFile;
        using difference_type = std::ptrdiff_t;
        using pointer = const BatchFile*;
        using reference = BatchFile;

        Iterator(const BatchFiles* files, std::size_t at) : files_(files), at_(at) {}
        BatchFile operator*() const { return (*files_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        bool operator==(const Iterator& other) const { return at_ == other.at_; }

    private:
        const BatchFiles* files_;
        std::size_t at_;
    };
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }

private:
    struct Entry {
        std::size_t at;  // of the input's name, which that of the output follows, and those of the others
        std::uint32_t input, output, variant;
        std::uintmax_t bytes;
    };
    struct Data {
        std::string names;
        std::vector<Entry> entries;
        std::map<std::size_t, Wording> faults;     // of few
        std::map<std::size_t, std::string> marks;  // of variants
    };
    const Entry& entry(std::size_t i) const { return data_->entries[i]; }
    std::string_view also_of(std::size_t i) const {
        const std::size_t end = i + 1 < size() ? entry(i + 1).at : data_->names.size();
        const std::size_t at = entry(i).at + entry(i).input + entry(i).output;
        return std::string_view(data_->names).substr(at, end - at);
    }
    Data& own() {
        if (data_.use_count() > 1) data_ = std::make_shared<Data>(*data_);
        return *data_;
    }

    std::shared_ptr<Data> data_;  // never null but after a move
};

// Calls visit(file, path) for each output of each file.
template <class Visit>
void for_each_output(const BatchFiles& files, Visit visit) {
    for (std::size_t i = 0; i < files.size(); ++i)
        for (std::size_t n = 0; n < files.outputs(i); ++n) visit(i, files.output(i, n));
}

}  // namespace sluice
