// Pictures that are read by the rows of their codecs: whole, or some rows at a time.
#pragma once

#include "io/codec.hpp"

#include <cstddef>
#include <memory>

namespace sluice {

// The rows of a file, which are read on though the file is damaged where that is asked for. Rows that are
// mirrored are so no more; they come in the order of the file.
class DecodedRows {
public:
    // At the top of the picture. REQUIRES: codec.open is set. Both outlive this.
    DecodedRows(const Codec& codec, const FileBytes& file, const DecodeOptions& options, const Warn& warn);

    const FileRows& file() const { return *rows_; }
    std::size_t memory() { return rows_->memory(); }
    // Whether rows of the file are rows of the picture, from the top.
    bool in_order() const { return rows_->orientation <= 2; }
    // How many are read at a time where they are not.
    std::size_t part() const;
    void read(const HostView& rows);  // the next; zeros behind the end of damaged data
    std::size_t skip(std::size_t rows);

private:
    DecodeOptions options_;
    Warn warn_;
    std::unique_ptr<FileRows> rows_;
    std::size_t left_ = 0;
    bool damaged_ = false;
};

// Sets all samples to 0.
void clear(const HostView& rows);

// The fourth sample of three, of pixels that are padded.
void clear_padding(const HostView& rows);

// The picture of a file, upright, in the place that is wanted. REQUIRES: no row was read.
HostImage decoded(DecodedRows& rows, const Destination& destination);

}  // namespace sluice
