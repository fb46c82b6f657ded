// Values of options that are known beforehand.
#pragma once

#include <boost/program_options.hpp>

#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

// A text that may be one of `words`, which completion of shells offers; `or_else`: it may be something else,
// too.
class Offered : public boost::program_options::typed_value<std::string> {
public:
    Offered(const std::string& name, std::vector<std::string> words, bool or_else)
        : typed_value(nullptr), words_(std::move(words)), or_else_(or_else) {
        value_name(name);
    }
    const std::vector<std::string>& words() const { return words_; }
    bool or_else() const { return or_else_; }

private:
    std::vector<std::string> words_;
    bool or_else_;
};

// A flag that is declared as a parameter: --no-NAME sets it to false.
class Flag : public boost::program_options::untyped_value {
public:
    Flag() : untyped_value(true) {}
};
// What switches off such an option; "" for others.
inline std::string switched_off_by(const boost::program_options::option_description& option) {
    const auto* flag = dynamic_cast<const Flag*>(option.semantic().get());
    return flag == nullptr ? "" : "no-" + option.long_name();
}

// For add_options(), which takes what it points to.
inline Offered* offered(const std::string& name, std::vector<std::string> words, bool or_else = false) {
    return new Offered(name, std::move(words), or_else);
}

}  // namespace sluice::apps
