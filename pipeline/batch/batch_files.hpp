// The files of a batch, of which there may be a million.
#pragma once

#include "pipeline/batch/batch_file.hpp"

#include <cstddef>
#include <cstdint>
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
        return {input(i), output(i),
                bytes(i), fault == data_->faults.end() ? Wording() : fault->second,
                variant,  variant == 0 ? std::string() : data_->marks.at(variant)};
    }
    BatchFile front() const { return (*this)[0]; }

    // Parts of a BatchFile. Views are valid as long as these files do not change.
    std::string_view input(std::size_t i) const {
        return std::string_view(data_->names).substr(entry(i).at, entry(i).input);
    }
    std::string_view output(std::size_t i) const {
        return std::string_view(data_->names).substr(entry(i).at + entry(i).input, entry(i).output);
    }
    std::uintmax_t bytes(std::size_t i) const { return entry(i).bytes; }

    void push_back(const BatchFile& file) {
        add(file.input.native(), file.output.native(), file.bytes);
        if (!file.fault.empty()) set_fault(size() - 1, file.fault);
        if (file.variant != 0) set_variant(size() - 1, file.variant, file.mark);
    }
    void add(std::string_view input, std::string_view output, std::uintmax_t bytes = 0) {
        Data& data = own();
        data.entries.push_back({data.names.size(), static_cast<std::uint32_t>(input.size()),
                                static_cast<std::uint32_t>(output.size()), 0, bytes});
        data.names.append(input).append(output);
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
        std::size_t at;  // of the input's name, which that of the output follows
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
    Data& own() {
        if (data_.use_count() > 1) data_ = std::make_shared<Data>(*data_);
        return *data_;
    }

    std::shared_ptr<Data> data_;  // never null but after a move
};

}  // namespace sluice
