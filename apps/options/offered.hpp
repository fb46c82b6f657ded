// Values of options that are known beforehand.
#pragma once

#include <boost/program_options.hpp>

#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

// A text that may be one of `words`; completion of shells offers them. Whether it may be something else, the
// command decides.
class Offered : public boost::program_options::typed_value<std::string> {
public:
    Offered(const std::string& name, std::vector<std::string> words)
        : typed_value(nullptr), words_(std::move(words)) {
        value_name(name);
    }
    const std::vector<std::string>& words() const { return words_; }

private:
    std::vector<std::string> words_;
};

// For add_options(), which takes what it points to.
inline Offered* offered(const std::string& name, std::vector<std::string> words) {
    return new Offered(name, std::move(words));
}

}  // namespace sluice::apps
