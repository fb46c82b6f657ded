#include "pipeline/core/wording.hpp"

#include "pipeline/core/error.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <sstream>

using namespace sluice;

namespace {

// Another front end: "<overwrite:newer>", and "<:newer>" where the option was named before.
std::string in_brackets(const Remedy& remedy, bool again) {
    const auto* value = std::get_if<std::string>(&remedy.value);
    return "<" + (again ? "" : remedy.parameter) + (value == nullptr ? "" : ":" + *value) + ">";
}

const Wording exists = "exists; " + Remedy{"overwrite", "skip"} + " keeps it, " +
                       Remedy{"overwrite", "newer"} + " or " + Remedy{"overwrite", "always"} + " replaces it";

}  // namespace

TEST_CASE("a text is what it was made of, wherever a std::string is taken") {
    const Wording plain = "a text";
    CHECK(plain == "a text");
    CHECK(plain.remedies().empty());
    CHECK(Wording().empty());
    const std::string text = plain + ", and " + std::string("more");
    CHECK(text == "a text, and more");
    std::ostringstream stream;
    stream << plain;
    CHECK(stream.str() == "a text");
}

TEST_CASE("each front end writes options in its own way; the name of one is not repeated") {
    CHECK(exists ==
          "exists; .overwrite = Overwrite::skip keeps it, Overwrite::newer or Overwrite::always "
          "replaces it");
    CHECK(exists.in(in_brackets) == "exists; <overwrite:skip> keeps it, <:newer> or <:always> replaces it");
    CHECK((Remedy{"name"} + " or " + Remedy{"format"}).in(in_brackets) == "<name> or <format>");
}

TEST_CASE("sums keep the remedies, in their order and at their places") {
    const Wording twice = "first " + exists + "; then " + exists;
    CHECK(twice.remedies().size() == 6);
    CHECK(twice.remedies()[3] == Remedy{"overwrite", "skip"});
    Wording itself = Remedy{"name"};
    itself += itself;
    CHECK(itself.in(in_brackets) == "<name><>");
    const Wording loud = exists.with([](std::string_view words) {
        std::string changed(words);
        for (char& c : changed) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return changed;
    });
    CHECK(loud.in(in_brackets) == "EXISTS; <overwrite:skip> KEEPS IT, <:newer> OR <:always> REPLACES IT");
}

TEST_CASE("errors and diagnostics carry remedies through what is made of them") {
    const Error error(Error::Kind::input, "a.png", exists);
    CHECK(std::string(error.what()).starts_with("a.png: exists; .overwrite = "));
    CHECK(error.in(in_brackets).starts_with("a.png: exists; <overwrite:skip> keeps it"));
    CHECK(error.remedies() == exists.remedies());
    Diagnostics faults;
    faults.error({"chain", 1, 3}, Remedy{"format"}, "is none; " + Remedy{"name"} + " says one");
    try {
        faults.throw_if_errors();
        FAIL("nothing was thrown");
    } catch (const Error& thrown) {
        CHECK(thrown.in(in_brackets) == "chain:1:3: <format>: is none; <name> says one");
    }
}
