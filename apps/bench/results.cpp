#include "apps/bench/results.hpp"

#include "apps/text_file.hpp"

namespace sluice::apps {

void write_results(const Arguments& arguments, const std::string& measurement, const Device& device,
                   const Json& more) {
    if (!arguments.has("json")) return;
    Json all = {{"sluice", 1},
                {"bench", measurement},
                {"device", device.facts().name},
                {"driver", device.facts().driver}};
    all.update(more);
    write_text(arguments.text("json"), pretty(all));
}

}  // namespace sluice::apps
