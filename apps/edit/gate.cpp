#include "apps/edit/gate.hpp"

#include <array>
#include <cstddef>
#include <random>
#include <utility>

namespace sluice::apps {
namespace {

// Takes as long wherever the first difference is.
bool same(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) return false;
    unsigned different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return different == 0;
}

}  // namespace

Gate::Gate(std::string token, unsigned port)
    : token_(std::move(token)), once_(random_token()), port_(std::to_string(port)) {}

// Whatever it asks for.
bool Gate::is_ours(const Asked& asked) const {
    if (asked.host != "127.0.0.1:" + port_ && asked.host != "localhost:" + port_) return false;
    if (!asked.origin.empty() && asked.origin != "http://" + asked.host) return false;
    // "none" is an address that the user typed.
    return asked.site.empty() || asked.site == "same-origin" || asked.site == "none";
}

std::optional<std::string> Gate::path_of(const Asked& asked) const {
    if (!is_ours(asked) || asked.target.empty() || asked.target[0] != '/') return std::nullopt;
    const std::size_t end = asked.target.find('/', 1);
    if (end == std::string::npos || !same(asked.target.substr(1, end - 1), token_)) return std::nullopt;
    return asked.target.substr(end + 1);
}

bool Gate::opens(const Asked& asked) {
    return is_ours(asked) && same(asked.target, "/" + once_) && !opened_.exchange(true);
}

std::string Gate::address() const { return "http://127.0.0.1:" + port_ + "/" + token_ + "/"; }
std::string Gate::address_for_browser() const { return "http://127.0.0.1:" + port_ + "/" + once_; }

std::string random_token() {
    std::random_device random;  // getrandom() or /dev/urandom
    constexpr std::array<char, 17> digits{"0123456789abcdef"};
    std::string token;
    while (token.size() < 32) {
        auto bits = random();
        for (int i = 0; i < 8; ++i, bits >>= 4) token += digits[bits & 15];
    }
    return token;
}

}  // namespace sluice::apps
