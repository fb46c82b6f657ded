// Pictures by the rows of their codecs: whole, or some rows at a time.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/pixel_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

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

// The picture of a file, upright, in the place that is wanted. REQUIRES: no row was read.
HostImage decoded(DecodedRows& rows, const Destination& destination);

// A file in memory. REQUIRES: as Codec::write.
std::vector<std::uint8_t> encoded(const Codec& codec, const ConstHostView& image, const Metadata& metadata,
                                  const EncodeOptions& options, const Warn& warn);

// A writer of one picture to `file`, in either order of channels and with any step between its pixels.
std::unique_ptr<RowWriter> rows_of_codec(const Codec& codec, Output& file, const ImageFormat& format,
                                         const Metadata& metadata, const EncodeOptions& options,
                                         const Warn& warn);

// Whether such a picture can be written by rows.
RowMemory memory_of_rows(const Codec& codec, const ImageFormat& format);

}  // namespace sluice
