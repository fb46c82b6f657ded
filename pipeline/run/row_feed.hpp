// For an image that is read row by row: copies its rows into staging memory, strip by strip.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <memory>

namespace sluice {

class RowFeed {
public:
    RowFeed(const ReadRows& source, const PlannedImage& planned) : source_(source), planned_(planned) {}

    // Fills rows from row 0 of `staging`, in the layout of the device. Rows that the previous strip left
    // there are kept.
    void fill(std::byte* staging, const Rows& wanted);

private:
    // Skips to a row.
    void go_to(std::size_t row);
    // Reads the next rows into a part of a strip. They stay valid until the next call.
    ConstHostView next(std::size_t count);

    const ReadRows& source_;
    const PlannedImage& planned_;
    std::unique_ptr<RowReader> reader_;
    std::size_t at_ = 0;  // the row that comes next
    Rows there_;          // in staging memory
    HostImage part_;
};

// Passes rows in the layout of the device to a writer.
void write_rows(RowWriter& writer, const PlannedImage& planned, const std::byte* rows, std::size_t count);

// The number of rows that are converted at a time: few, so that they stay in the cache.
std::size_t rows_at_once(const ImageFormat& format);

}  // namespace sluice
