// For rows that nobody wants.
#pragma once

#include "pipeline/core/rows.hpp"

namespace sluice {

class NoRows final : public RowWriter {
public:
    void write(const ConstHostView&) override {}
    void finish() override {}
};

}  // namespace sluice
