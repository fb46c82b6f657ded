// Which requests the editor answers: those of its own page, and no other page's or program's.
#pragma once

#include <atomic>
#include <optional>
#include <string>

namespace sluice::apps {

// What decides about a request. A header that is missing is "".
struct Asked {
    std::string target;  // "/TOKEN/preview"
    std::string host;    // Host: the name that the browser was sent to; a foreign one is DNS rebinding
    std::string origin;  // Origin: the page that asks, where the browser says it
    std::string site;    // Sec-Fetch-Site
};

// Any thread.
class Gate {
public:
    // `token`: only the page's address has it. `port`: where the server listens, on 127.0.0.1.
    Gate(std::string token, unsigned port);

    // What stands behind the token: "preview", or "" for the page itself. Nothing: the request is refused.
    std::optional<std::string> path_of(const Asked& asked) const;
    // Whether the request has the address for the browser. Only the first one that has it is told so.
    bool opens(const Asked& asked);

    // Of the page: "http://127.0.0.1:8090/TOKEN/".
    std::string address() const;
    // One that leads to the page, and only once: other users of this machine can see how a browser is
    // started.
    std::string address_for_browser() const;

private:
    bool is_ours(const Asked& asked) const;

    std::string token_, once_, port_;
    std::atomic<bool> opened_ = false;
};

// 32 hexadecimal digits that nobody can guess. Throws std::exception if the system gives no random numbers.
std::string random_token();

}  // namespace sluice::apps
