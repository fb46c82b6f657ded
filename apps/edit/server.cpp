#include "apps/edit/server.hpp"

#include "apps/edit/gate.hpp"
#include "pipeline/core/error.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <atomic>
#include <exception>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include <poll.h>

namespace sluice::apps {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = boost::asio::ip::tcp;
using Fault = boost::system::error_code;

constexpr std::size_t most_connections = 64;  // a browser opens six for a page
constexpr std::size_t most_bytes = 4 << 20;   // of what the page sends

struct Connection {
    explicit Connection(Tcp::socket socket) : socket(std::move(socket)) {}

    void end() {
        Fault ignored;
        socket.shutdown(Tcp::socket::shutdown_both, ignored);
    }

    Tcp::socket socket;
    std::jthread thread = {};
    std::atomic<bool> over = false;
};

// Nothing but the server itself is ever loaded, shown in a frame or told where the page is.
void protect(http::fields& headers) {
    headers.set(http::field::cache_control, "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
}

PageResponse refused() {
    return {403, "text/plain; charset=utf-8",
            "403: this is not the address of the page; 'sluice edit' prints it, with its token\n"};
}

PageResponse answered(Gate& gate, const http::request<http::string_body>& request, const Answer& answer) {
    const auto header = [&](auto name) { return std::string(request[name]); };
    if (request.count(http::field::host) != 1 || request.count(http::field::origin) > 1) return refused();
    const Asked asked{std::string(request.target()), header(http::field::host), header(http::field::origin),
                      header("Sec-Fetch-Site")};
    if (gate.opens(asked)) return {303, "text/plain; charset=utf-8", gate.address()};
    const auto path = gate.path_of(asked);
    if (!path) return refused();
    try {
        return answer({std::string(request.method_string()), *path, request.body()});
    } catch (const std::exception& error) {
        return {500, "text/plain; charset=utf-8", std::string(error.what()) + "\n"};
    }
}

void converse(Gate& gate, Tcp::socket& socket, const Answer& answer) {
    beast::flat_buffer buffer;
    Fault fault;
    while (!fault) {
        http::request_parser<http::string_body> parser;
        parser.body_limit(most_bytes);
        http::read(socket, buffer, parser, fault);
        PageResponse content;
        const bool broken = fault && fault != http::error::end_of_stream;
        if (fault && !broken) return;
        if (fault == http::error::body_limit)
            content = {413, "text/plain; charset=utf-8", "413: the request is too long\n"};
        else if (broken)
            content = {400, "text/plain; charset=utf-8", "400: this is no request of HTTP/1.1\n"};
        else
            content = answered(gate, parser.get(), answer);

        http::response<http::string_body> response;
        response.result(content.status);
        response.version(11);
        response.keep_alive(!broken && parser.get().keep_alive());
        response.set(http::field::content_type, content.type);
        if (content.status == 303) response.set(http::field::location, content.body);
        protect(response);
        response.body() = std::move(content.body);
        response.content_length(response.body().size());
        Fault unsent;
        if (!broken && parser.get().method() == http::verb::head) {
            http::response_serializer<http::string_body> head(response);
            http::write_header(socket, head, unsent);
        } else {
            http::write(socket, response, unsent);
        }
        if (unsent || !response.keep_alive()) return;
    }
}

}  // namespace

struct PageServer::State {
    explicit State(unsigned port) : acceptor(context), gate(random_token(), listening(acceptor, port)) {}

    static unsigned listening(Tcp::acceptor& acceptor, unsigned port) {
        try {
            const Tcp::endpoint here(boost::asio::ip::address_v4::loopback(),
                                     static_cast<unsigned short>(port));
            acceptor.open(here.protocol());
            acceptor.set_option(Tcp::acceptor::reuse_address(true));
            acceptor.bind(here);
            acceptor.listen();
            acceptor.non_blocking(true);
            return acceptor.local_endpoint().port();
        } catch (const boost::system::system_error& error) {
            throw Error(Error::Kind::input, "127.0.0.1:" + std::to_string(port),
                        "cannot listen there: " + error.code().message() + "; " + Remedy{"port"} +
                            " takes another port, and 0 any that is free");
        }
    }

    // Who waits longest goes first, so that a browser that never closes its connections locks nobody out.
    void make_room() {
        connections.remove_if([](const Connection& connection) { return connection.over.load(); });
        if (connections.size() < most_connections) return;
        connections.front().end();
        connections.pop_front();
    }

    boost::asio::io_context context;
    Tcp::acceptor acceptor;
    Gate gate;
    std::list<Connection> connections;
};

PageServer::PageServer(unsigned port) : state_(std::make_unique<State>(port)) {}
PageServer::~PageServer() = default;

std::string PageServer::address() const { return state_->gate.address(); }
std::string PageServer::address_for_browser() const { return state_->gate.address_for_browser(); }

void PageServer::serve(const Answer& answer, const std::stop_token& stop) {
    State& state = *state_;
    while (!stop.stop_requested()) {
        pollfd wait{state.acceptor.native_handle(), POLLIN, 0};
        if (::poll(&wait, 1, 200) <= 0) continue;
        Fault fault;
        Tcp::socket socket = state.acceptor.accept(fault);
        if (fault) continue;
        state.make_room();
        Fault ignored;
        socket.non_blocking(false, ignored);
        socket.set_option(Tcp::no_delay(true), ignored);
        Connection& connection = state.connections.emplace_back(std::move(socket));
        connection.thread = std::jthread([&connection, &state, &answer] {
            converse(state.gate, connection.socket, answer);
            connection.end();
            connection.over = true;
        });
    }
    for (Connection& connection : state.connections) connection.end();
    state.connections.clear();
}

}  // namespace sluice::apps
