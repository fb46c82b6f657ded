#include "io/decoding_time.hpp"

#include "pipeline/files/too_long.hpp"

#include <utility>

#include <time.h>

namespace sluice {
namespace {

double time_of_thread() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

DecodingTime::Counting::Counting(DecodingTime& time) : time(time) { time.begun_ = time_of_thread(); }

DecodingTime::Counting::~Counting() {
    time.spent_ += time_of_thread() - time.begun_;
    time.begun_ = -1;
}

FileBytes DecodingTime::watched(FileBytes file) const {
    if (most_ <= 0) return file;
    file.in_time = [this] { check(); };
    file.at = [this, at = std::move(file.at)](std::uint64_t from, std::size_t count) {
        check();
        return at(from, count);
    };
    return file;
}

void DecodingTime::check() const {
    constexpr unsigned often_enough = 16;  // the system takes as long to tell the time as a row to decode
    if (begun_ < 0 || ++asked_ % often_enough != 0 || spent_ + time_of_thread() - begun_ <= most_) return;
    throw_input(too_long_to_decode(most_));
}

}  // namespace sluice
