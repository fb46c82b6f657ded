// What plans tell about pictures before they are decoded: formats, and the memory that they take at each
// step.
#pragma once

#include "pipeline/batch/sessions.hpp"
#include "pipeline/batch/steps.hpp"
#include "pipeline/core/device_facts.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace sluice {

SourceFormats formats_of(const Decoded& decoded);

// Of all pictures of one format.
struct Forecast {
    ImageFormat output;
    std::size_t device_bytes = 0;  // device memory of a frame
    std::size_t host_bytes = 0;    // memory of the host that a frame takes beside the pixels given and got
    bool in_strips = false;
    // Device memory that a frame may take, so that it goes in strips that memory has room for; 0 = any.
    std::size_t frame_limit = 0;
    // How often the file is decoded by rows; 0: it is decoded whole.
    std::size_t readings = 0;
};

// Remembers them. Any thread.
class Forecasts {
public:
    Forecasts(std::string sink, DeviceFacts device, PlanOptions plan, MemoryLimit limit = {});

    // `placed`: the pixels of all Sources lie in Layout::device. `graph`: of a file with this key. Throws
    // Error(usage) when no plan can be made.
    Forecast of(const CheckedGraph& graph, const PlanKey& key, bool placed);

    // The same for the files of its Sources, and what they need. Throws Error(input) for what cannot be read,
    // Error(input, where) for what has no room whatever is done.
    std::pair<MemoryNeed, Forecast> of(const CheckedGraph& graph, const PlanKey& key, const ImageFiles& files,
                                       const std::string& where);

private:
    struct Known {
        PlanKey key;
        bool placed;
        Forecast forecast;
    };
    Forecast made(const CheckedGraph& graph, const PlanKey& key, bool placed) const;
    // Where it can go by rows and has room then; `why` is told where it cannot.
    std::optional<Forecast> by_rows(const CheckedGraph& graph, const PlanKey& key, const ImageFiles& files,
                                    const Forecast& whole, MemoryNeed& need, Wording& why) const;

    std::string sink_;
    DeviceFacts device_;
    PlanOptions plan_;
    MemoryLimit limit_;
    std::mutex mutex_;
    std::list<Known> known_;  // the newest is first
};

// Of several devices: any of them may get the file. Any thread, once all are added. Throws as Forecasts.
class AllForecasts {
public:
    // What Forecasts takes.
    template <class... Of>
    void add(Of&&... of) {
        each_.emplace_back(std::forward<Of>(of)...);
    }
    // The most that it needs with one of them. Tells the header how the file goes, too. `where`: its name.
    MemoryNeed need(Header& header, const std::string& where);
    // What a small picture takes at most, whatever its file is like; nothing for others, whose decoders are
    // to be asked.
    std::optional<MemoryNeed> small_need(const Header& header, std::uintmax_t file_bytes,
                                         const MemoryLimit& limit);
    // The least that one of them needs, of device memory for a frame; 0 = any.
    std::size_t frame_limit(const CheckedGraph& graph, const PlanKey& key, bool placed);

private:
    std::list<Forecasts> each_;
};

}  // namespace sluice
