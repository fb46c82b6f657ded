// An HTTP server for one page on this machine.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace sluice::apps {

struct PageRequest {
    std::string method;  // "GET"
    std::string path;    // behind the token: "preview"
    std::string body;
};

struct PageResponse {
    unsigned status = 200;
    std::string type = "application/json";
    std::string body = {};
};

// Called from several threads at once. What it throws becomes the status 500.
using Answer = std::function<PageResponse(const PageRequest&)>;

class PageServer {
public:
    // Listens on 127.0.0.1; port 0 = a free one. Throws Error(input, "127.0.0.1:PORT") if the port is taken.
    explicit PageServer(unsigned port);
    ~PageServer();
    PageServer(const PageServer&) = delete;
    PageServer& operator=(const PageServer&) = delete;

    // Of the page, with its token: "http://127.0.0.1:8090/TOKEN/".
    std::string address() const;
    std::string address_for_browser() const;  // see Gate
    // Answers requests until `stop`, each connection in a thread of its own. Requests that the gate refuses
    // (gate.hpp) get 403, and `answer` does not see them. Ends connections before it returns.
    void serve(const Answer& answer, const std::stop_token& stop);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sluice::apps
