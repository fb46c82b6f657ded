#include "tests/isolated/fake_stages.hpp"

#include "pipeline/files/input.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "pipeline/isolated/channel.hpp"
#include "pipeline/isolated/parcel.hpp"
#include "pipeline/isolated/protocol.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <new>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace fake {
namespace {

using namespace sluice;
using isolated::Packing;
using isolated::Say;

const ImageFormat format{40, 30, 3};

struct Load {
    std::string path;
    double max_seconds = 0;
};

void say(Say what, Bytes bytes) {
    const isolated::Channel channel{Descriptor(::fcntl(isolated::worker_socket, F_DUPFD_CLOEXEC, 0))};
    channel.send(static_cast<std::uint32_t>(what), bytes);
}

// What the system says to a worker that tries something.
[[noreturn]] void tell(const char* what, bool done) {
    throw_input(std::string(what) + (done ? " was allowed" : std::string(": ") + std::strerror(errno)));
}

void eat(std::size_t bytes, const std::function<void*(std::size_t)>& take) {
    constexpr std::size_t part = std::size_t{1} << 20;
    for (std::size_t eaten = 0; eaten < bytes; eaten += part) std::memset(take(part), 1, part);
}

Packing answer(const ImageFormat& of, std::uint64_t segment) {
    Packing words;
    words.add(of).add(std::uint64_t{0}).add(segment).add(Metadata{});
    return words;
}

constexpr std::size_t much = std::size_t{1} << 40;

using Deeds = std::map<std::string, std::function<void()>>;
extern const Deeds deeds;
const Deeds deeds = {
    // It ends.
    {"aborts", [] { std::abort(); }},
    {"crashes", [] { std::raise(SIGSEGV); }},
    {"divides", [] { std::raise(SIGFPE); }},
    {"is killed", [] { ::kill(::getpid(), SIGKILL); }},
    {"exits", [] { ::_exit(7); }},
    // It never ends.
    {"computes",
     [] {
         // A compiler may leave out a loop without an end, even over an atomic that nobody else sees.
         const volatile std::sig_atomic_t done = 0;
         while (done == 0) {
         }
     }},
    {"computes in a thread", [] { std::thread(deeds.at("computes")).join(); }},
    {"sleeps",
     [] {
         for (;;) ::pause(), ::usleep(1000);
     }},
    {"starts threads",
     [] {
         std::atomic<int> count = 0;
         std::vector<std::thread> threads;
         for (int i = 0; i < 4; ++i) threads.emplace_back([&count] { ++count; });
         for (std::thread& each : threads) each.join();
         if (count != 4) throw_input("threads are missing");
     }},
    // It takes much.
    {"eats", [] { eat(much, [](std::size_t bytes) { return ::operator new(bytes); }); }},
    {"eats and dies", [] { eat(much, [](std::size_t bytes) { return std::malloc(bytes); }); }},
    // It wants what is none of its business.
    {"opens", [] { tell("opening", ::open("/etc/passwd", O_RDONLY) >= 0); }},
    {"executes",
     [] {
         tell("executing", ::mprotect(::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                                      4096, PROT_READ | PROT_EXEC) == 0);
     }},
    {"forks", [] { tell("forking", ::fork() >= 0); }},
    {"connects", [] { tell("a socket", ::socket(AF_INET, SOCK_STREAM, 0) >= 0); }},
    {"signals", [] { tell("a signal", ::kill(::getppid(), 0) == 0); }},
    {"raises its limits",
     [] {
         const rlimit any{RLIM_INFINITY, RLIM_INFINITY};
         tell("a limit", ::setrlimit(RLIMIT_AS, &any) == 0);
     }},
    // It lies.
    {"says nonsense", [] { say(static_cast<Say>(99), {}); }},
    {"says too much",
     [] {
         for (;;) say(Say::warning, Packing().add(Wording("again")).bytes());
     }},
    {"announces much",
     [] {
         const std::uint32_t header[] = {static_cast<std::uint32_t>(Say::done), 0xFFFFFFFF};
         static_cast<void>(!::write(isolated::worker_socket, header, sizeof header));
         ::pause();
     }},
    {"answers nothing", [] { say(Say::done, {}); }},
    {"answers at length", [] { say(Say::done, answer(format, 0).add(1.0).bytes()); }},
    {"has no segment", [] { say(Say::done, answer(format, 3).bytes()); }},
    {"wants a terabyte", [] { say(Say::segment, Packing().add(std::uint64_t{much}).bytes()); }},
    {"wants nothing", [] { say(Say::segment, Packing().add(std::uint64_t{0}).bytes()); }},
    {"is huge",
     [] {
         say(Say::segment, Packing().add(std::uint64_t{4096}).bytes());
         ImageFormat huge = format;
         huge.width = std::size_t{1} << 30;
         say(Say::done, answer(huge, 0).bytes());
     }},
    {"overflows",
     [] {
         say(Say::segment, Packing().add(std::uint64_t{4096}).bytes());
         ImageFormat huge = format;
         huge.width = huge.height = std::size_t{1} << 32;
         say(Say::done, answer(huge, 0).bytes());
     }},
    {"closes",
     [] {
         for (::close(isolated::worker_socket);;) ::usleep(1000);
     }},
};

// The deed of a file, or a picture. The file is read: it has to be there.
HostImage read(const std::string& name, const Destination& wanted, const Warn& warn) {
    if (const auto deed = deeds.find(name); deed != deeds.end()) deed->second();
    warn("first");
    warn("second of " + name);
    HostImage image(format, wanted);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < 3; ++c)
                set_sample(image.view(), x, y, c,
                           static_cast<double>((7 * x + 3 * y + static_cast<unsigned>(c)) % 256));
    image.metadata.icc = {1, 2, 3};
    return image;
}

class Picture : public ImageFile {
public:
    explicit Picture(const std::string& path) : name_(path.substr(path.rfind('/') + 1)) {
        Input(path).head(1);
    }
    const ImageHeader& header() override { return header_; }
    ReadMemory memory() override { return {placed_bytes(format), 0, true}; }
    HostImage read(const Destination& wanted, const Warn& warn) override {
        return fake::read(name_, wanted, warn);
    }

private:
    std::string name_;
    ImageHeader header_{format};
};

StageDef load() {
    return source<Load>("load", "Does what the name of its file says.")
        .param("path", &Load::path, "The file.", required, path)
        .param("max_seconds", &Load::max_seconds, "Seconds.", range(0, 1e6))
        .open([](const Load& p) { return std::make_unique<Picture>(p.path); });
}

}  // namespace

Registry stages() { return Registry({load()}); }

}  // namespace fake
