// Brings the rows of a picture that is read row by row into staging memory, strip by strip.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <memory>

namespace sluice {

class RowFeed {
public:
    RowFeed(const ReadRows& source, const PlannedImage& planned) : source_(source), planned_(planned) {}

    // Rows from row 0 of `staging` on, as they lie on the device. What the strip before left there is kept.
    void fill(std::byte* staging, const Rows& wanted);

private:
    // Goes to a row, over those before it.
    void go_to(std::size_t row);
    // Reads the next rows into a part of a strip; they lie there until the next call.
    ConstHostView next(std::size_t count);

    const ReadRows& source_;
    const PlannedImage& planned_;
    std::unique_ptr<RowReader> reader_;
    std::size_t at_ = 0;  // the row that comes next
    Rows there_;          // in staging memory
    HostImage part_;
};

// Hands rows as they lie on the device to a writer.
void write_rows(RowWriter& writer, const PlannedImage& planned, const std::byte* rows, std::size_t count);

// Rows that are converted between both at once: few, so that they stay in the cache.
std::size_t rows_at_once(const ImageFormat& format);

}  // namespace sluice
