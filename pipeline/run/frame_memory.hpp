// The device memory of one frame, and its staging memory on the host.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/core/recycled.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/queues.hpp"
#include "pipeline/run/staging.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// The device memory of an image of the plan, or of a strip of it.
Memory image_memory(const Device& device, const PlannedImage& image);

// The layout of the rows of an image in its memory.
struct RowLayout {
    std::size_t offset = 0;  // bytes to the first pixel
    std::size_t pitch = 0;   // bytes from row to row
    std::size_t step = 0;    // samples from pixel to pixel; in planes, from plane to plane
    bool reversed = false;   // colours are B G R

    bool operator==(const RowLayout&) const = default;
};
constexpr std::size_t most_step = INT32_MAX;  // that kernels take
RowLayout layout_of(const ConstHostView& view);

class FrameMemory {
public:
    // Allocates everything but Tables that are kept from frame to frame. Uploads start with the host, so that
    // the first frame can be written at once. `download`: results come to the host.
    FrameMemory(const Device& device, const ExecutionPlan& plan, Queues& queues, bool download);

    const Memory& image(std::size_t image) const {
        const auto lent = lent_.find(image);
        return lent == lent_.end() ? slots_[plan_.images[image].slot] : lent->second;
    }
    // Uses memory of the application for an image, until take_back().
    void lend(std::size_t image, const Memory& memory) { lent_[image] = memory; }
    bool lent(std::size_t image) const { return lent_.count(image) != 0; }
    // Uses another layout than planned, until take_back(). Only for Storage::rows.
    void lay(std::size_t image, const RowLayout& layout) { layouts_[image] = layout; }
    RowLayout layout(std::size_t image) const;
    void take_back() {
        lent_.clear();
        layouts_.clear();
    }
    const Memory& table(std::size_t table) const { return tables_[table]; }
    // For a Table that is kept from frame to frame: the one that the previous frame made.
    const Memory& previous(std::size_t table) const { return previous_[table]; }
    void keep(std::size_t table, const Memory& made, const Memory& previous) {
        tables_[table] = made;
        previous_[table] = previous;
    }
    // The staging memory of an image that is uploaded or downloaded, or of a Table that is downloaded.
    Staging& staging(std::size_t image) { return staged_images_.at(image); }
    Staging& table_staging(std::size_t table) { return staged_tables_.at(table); }
    std::size_t device_bytes() const;
    // Uploads the contents of a given Table, if they have changed. REQUIRES: no frame in flight uses this
    // memory.
    Event give(std::size_t table, Queue& queue);
    // The observed Tables with the fields that the caller sees, by name.
    std::map<std::string, Table>& seen() { return seen_; }
    // What the first frame in this memory must wait for.
    RecycledVector<Event> take_cleared() { return std::exchange(cleared_, {}); }

private:
    void stage_image(const Device& device, std::size_t image);
    void stage_table(const Device& device, std::size_t table);

    const ExecutionPlan& plan_;
    std::vector<Memory> slots_;
    std::vector<Memory> tables_, previous_;
    struct Given {
        std::size_t edition = 0;
        std::vector<std::byte> bytes;  // of its own: the plan's may change while they are on their way
    };
    template <class T>
    using OfImages = std::map<std::size_t, T, std::less<>, Recycling<std::pair<const std::size_t, T>>>;

    std::vector<Given> given_;       // by table
    RecycledVector<Event> cleared_;  // when these are done
    OfImages<Memory> lent_;
    OfImages<RowLayout> layouts_;
    std::map<std::string, Table> seen_;
    std::map<std::size_t, Staging> staged_images_, staged_tables_;
};

}  // namespace sluice
