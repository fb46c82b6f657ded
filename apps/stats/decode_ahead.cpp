#include "apps/stats/decode_ahead.hpp"

#include "io/read.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/run/cores.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace sluice::apps {
namespace {

// No file takes more, five times the largest picture while it is decoded and half of that while it is
// measured.
bool has_plenty(const MemoryLimit& limit, const Values& reading) {
    const auto given = reading.find("max_pixels");
    const std::int64_t most = given == reading.end() ? 0 : std::get<std::int64_t>(given->second);
    const double picture =
        most > 0 ? 16 * static_cast<double>(most) : static_cast<double>(ReadOptions{}.max_bytes);
    return 5 * picture * static_cast<double>(files_ahead()) + 2.5 * picture <=
           static_cast<double>(limit.pictures);
}

Decoded decode(const std::string& path, std::unique_ptr<ImageFile> file, std::pmr::memory_resource* memory) {
    Decoded result;
    result.path = path;
    try {
        result.image = file->read({Layout::packed, memory},
                                  [&](const Wording& text) { result.warnings.push_back(text); });
    } catch (const Error& error) {
        result.image.reset();
        result.error = error.message();
    } catch (const std::bad_alloc&) {
        result.image.reset();
        result.error = "needs more memory than there is";
    }
    return result;
}

}  // namespace

std::size_t files_ahead() { return std::clamp<std::size_t>(usable_cores(), 2, 4); }

DecodeAhead::DecodeAhead(std::vector<std::string> paths, const Registry& stages, Values reading,
                         MemoryLimit limit, std::pmr::memory_resource* memory)
    : paths_(std::move(paths)),
      load_(*stages.find("load")->as<SourceDef>()),
      reading_(std::move(reading)),
      limit_(has_plenty(limit, reading_) ? MemoryLimit{} : std::move(limit)),
      memory_(memory) {}

std::optional<Decoded> DecodeAhead::next() {
    held_ -= std::exchange(given_, 0);
    start_more();
    if (ahead_.empty()) return std::nullopt;
    Decoded first = ahead_.front().file.get();
    given_ = ahead_.front().bytes;
    ahead_.pop_front();
    start_more();
    return first;
}

std::size_t DecodeAhead::need(ImageFile& file, const std::string& path) const {
    if (!limit_ || is_pipe(path)) return 0;
    const ReadMemory memory = file.memory();
    const std::size_t bytes = memory.image + std::max(memory.image, memory.beside);  // on the device too
    if (bytes > limit_.pictures)
        throw no_room(path, {bytes, memory.image}, limit_, limit_.pictures, limit_.beside + bytes);
    return bytes;
}

void DecodeAhead::start_more() {
    for (; ahead_.size() < files_ahead() && started_ < paths_.size(); ++started_) {
        const std::string& path = paths_[started_];
        try {
            if (!next_) {
                Values reading = reading_;
                reading["path"] = path;
                next_ = load_.open(reading);
            }
            const std::size_t bytes = need(*next_, path);
            if (held_ > 0 && bytes > limit_.pictures - std::min(limit_.pictures, held_)) return;
            held_ += bytes;
            ahead_.push_back(
                {std::async(std::launch::async, decode, path, std::move(next_), memory_), bytes});
        } catch (const Error& error) {
            next_.reset();
            std::promise<Decoded> failed;
            failed.set_value({path, std::nullopt, error.message(), {}});
            ahead_.push_back({failed.get_future(), 0});
        }
    }
}

}  // namespace sluice::apps
