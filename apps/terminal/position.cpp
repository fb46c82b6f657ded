#include "apps/terminal/position.hpp"

#include "apps/terminal/amounts.hpp"

#include <algorithm>
#include <vector>

namespace sluice::apps {
namespace {

std::string words(const QueueFill& fill) {
    return "decode " + std::to_string(fill.decoding) + " [" + std::to_string(fill.decoded) + "] device " +
           std::to_string(fill.on_device) + " [" + std::to_string(fill.processed) + "] encode " +
           std::to_string(fill.encoding);
}

// Of the work that takes time.
double share(const Position& at) {
    const auto part = [](auto of, auto all) { return static_cast<double>(of) / static_cast<double>(all); };
    if (at.finished >= at.total) return 1;
    // What is left may be of unknown size.
    if (at.finished_bytes < at.bytes) return part(at.finished_bytes, at.bytes);
    return at.total > at.passed ? part(at.finished - at.passed, at.total - at.passed) : 1;
}

std::string time_left(const Position& at) {
    const double done = share(at);
    if (done <= 0 || done >= 1) return "";
    const double left = at.finished_at / done * (1 - done) - (at.seconds - at.finished_at);
    return duration(std::max(left, 1.0)) + " left";
}

std::string drawn(double share, std::size_t width) {
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
    return "[" + std::string(filled, '#') + std::string(width - filled, '-') + "] ";
}

}  // namespace

std::string bar_text(const Position& at, std::size_t columns) {
    constexpr std::size_t widest = 20, narrowest = 4, brackets = 3;
    const std::size_t room = std::max<std::size_t>(columns, 1) - 1;
    const std::string count = std::to_string(at.finished) + "/" + std::to_string(at.total);
    // What is said behind the count, from the most to the least important.
    std::vector<std::string> parts;
    if (at.failed > 0) parts.push_back(std::to_string(at.failed) + " failed");
    parts.push_back(time_left(at));
    parts.push_back(at.doing);
    const std::size_t before_bar = parts.size();  // a bar takes what room these leave
    if (at.rates && at.finished > at.passed) parts.push_back(file_rate(at.finished - at.passed, at.seconds));
    if (at.pixels > 0) parts.push_back(pixel_rate(at.pixels, at.seconds));
    if (at.queues && at.finished < at.total) parts.push_back(words(*at.queues));

    if (count.size() > room) return "";
    const std::size_t spare = std::max<std::size_t>(room, 2) - 2;  // the ^C of Ctrl-C starts no new line
    std::string text = count;
    std::size_t bar = 0;
    for (std::size_t i = 0; i <= parts.size(); ++i) {
        if (i == before_bar && spare >= text.size() + brackets + narrowest)
            bar = std::min(widest, spare - text.size() - brackets);
        if (i == parts.size() || parts[i].empty()) continue;
        const std::size_t length = text.size() + 2 + parts[i].size() + (bar > 0 ? bar + brackets : 0);
        if (length <= (i < before_bar ? room : spare))
            text += ", " + parts[i];
        else if (i >= before_bar)
            break;
    }
    return (bar > 0 ? drawn(share(at), bar) : "") + text;
}

}  // namespace sluice::apps
