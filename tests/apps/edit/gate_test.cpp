#include "apps/edit/gate.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace sluice::apps;

TEST_CASE("only requests with the token, to this machine, from its own page pass the gate") {
    const Gate gate("0123456789abcdef", 8090);
    CHECK(gate.address() == "http://127.0.0.1:8090/0123456789abcdef/");
    const Asked good{"/0123456789abcdef/preview", "127.0.0.1:8090", "http://127.0.0.1:8090", "same-origin"};
    CHECK(gate.path_of(good) == "preview");
    CHECK(gate.path_of({"/0123456789abcdef/", "localhost:8090", "", ""}) == "");
    CHECK(gate.path_of({"/0123456789abcdef/", "127.0.0.1:8090", "", "none"}) == "");

    const auto refused = [&](auto change) {
        Asked asked = good;
        change(asked);
        return !gate.path_of(asked);
    };
    for (const char* target : {"", "/", "/0123456789abcdef", "/0123456789abcde/", "/0123456789abcdeg/",
                               "//preview", "0123456789abcdef/", "/x/0123456789abcdef/"})
        CHECK_MESSAGE(refused([&](Asked& asked) { asked.target = target; }), target);
    for (const char* host :
         {"", "127.0.0.1", "127.0.0.1:8091", "example.com:8090", "127.0.0.1:8090.example.com"})
        CHECK_MESSAGE(refused([&](Asked& asked) { asked.host = host; }), host);
    for (const char* origin :
         {"null", "http://localhost:8090", "https://127.0.0.1:8090", "http://127.0.0.1:80900"})
        CHECK_MESSAGE(refused([&](Asked& asked) { asked.origin = origin; }), origin);
    for (const char* site : {"cross-site", "same-site"})
        CHECK_MESSAGE(refused([&](Asked& asked) { asked.site = site; }), site);
}

TEST_CASE("the address for the browser leads to the page once") {
    Gate gate("0123456789abcdef", 8090);
    const std::string address = gate.address_for_browser();
    const std::string target = address.substr(std::string("http://127.0.0.1:8090").size());
    CHECK(!gate.path_of({target, "127.0.0.1:8090", "", ""}));
    CHECK(!gate.opens({target, "example.com", "", ""}));
    CHECK(!gate.opens({target + "0", "127.0.0.1:8090", "", ""}));
    CHECK(gate.opens({target, "127.0.0.1:8090", "", "none"}));
    CHECK(!gate.opens({target, "127.0.0.1:8090", "", "none"}));
}

TEST_CASE("tokens are different and long") {
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) tokens.insert(random_token());
    CHECK(tokens.size() == 100);
    for (const std::string& token : tokens) {
        CHECK(token.size() == 32);
        CHECK(token.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
}
