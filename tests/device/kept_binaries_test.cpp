#include "pipeline/device/program/kept_binaries.hpp"
#include "pipeline/device/program/kernel_cache.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/variable.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

using namespace sluice;
using namespace sluice::test;

namespace {

namespace fs = std::filesystem;

Binary binary_of(std::size_t size, unsigned char first) {
    Binary binary(size);
    for (std::size_t i = 0; i < size; ++i) binary[i] = static_cast<unsigned char>(first + i * 7);
    return binary;
}

DeviceFacts pocl() {
    DeviceFacts facts;
    facts.platform = "Portable Computing Language";
    facts.name = "pthread-some CPU";
    facts.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-some";
    facts.driver = "3.1+debian";
    return facts;
}

std::string key_of(const DeviceFacts& facts, const std::string& platform = "LLVM 15",
                   const std::string& source = "text", const std::string& options = "-D A") {
    return binary_key(facts, platform, source, options);
}

Binary kept(const fs::path& folder, const std::string& key) {
    return kept_binary(folder, key, std::chrono::system_clock::now()).value_or(Binary());
}

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a binary is there again for its key alone") {
    const TemporaryFolder folder;
    const fs::path place = folder / "a/b";  // which nobody has made
    CHECK(kept(place, "key").empty());
    const Binary one = binary_of(5001, 1), two = binary_of(16, 9);
    keep_binary(place, "key", one);
    keep_binary(place, "another", two);
    CHECK(kept(place, "key") == one);
    CHECK(kept(place, "another") == two);
    CHECK(kept(place, "a third").empty());
    keep_binary(place, "key", two);
    CHECK(kept(place, "key") == two);
    CHECK(folder.files("a/b").size() == 2);  // and none that was written on the way
}

TEST_CASE("a mark counts for processes that begin later") {
    const TemporaryFolder folder;
    const auto before = std::chrono::system_clock::now() - std::chrono::seconds(1);
    const auto after = before + std::chrono::seconds(60);
    CHECK_FALSE(kept_binary(folder / "x", "key", after).has_value());
    keep_binary(folder / "x", "key", {});
    CHECK_FALSE(kept_binary(folder / "x", "key", before).has_value());
    CHECK(kept_binary(folder / "x", "key", after) == Binary());
    keep_binary(folder / "x", "key", binary_of(9, 1));
    CHECK(kept_binary(folder / "x", "key", before) == binary_of(9, 1));
}

TEST_CASE("files that are damaged, or another key's, are as if they were not there") {
    const TemporaryFolder folder;
    const Binary binary = binary_of(777, 3);
    keep_binary(folder / "x", "key", binary);
    const fs::path path = folder / "x" / folder.files("x").at(0);
    const std::string whole = content(path);
    const auto with = [&](const std::string& bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
        return kept(folder / "x", "key");
    };
    for (const std::size_t size : {0, 1, 31, 32, 34, 35, 400, static_cast<int>(whole.size()) - 1})
        CHECK(with(whole.substr(0, size)).empty());
    for (const std::size_t at :
         {0, 7, 8, 15, 16, 23, 24, 31, 32, 34, 35, 100, static_cast<int>(whole.size()) - 1}) {
        std::string other = whole;
        other[at] = static_cast<char>(other[at] ^ 4);
        CHECK(with(other).empty());
    }
    CHECK(with(whole + "more").empty());
    CHECK(with(whole) == binary);
    fs::remove(path);
    fs::create_directory(path);
    CHECK(kept(folder / "x", "key").empty());
    fs::remove(path);
    folder.put("y", whole);
    fs::create_symlink(folder / "y", path);
    CHECK(kept(folder / "x", "key").empty());
}

TEST_CASE("where nothing can be written, nothing is kept") {
    const TemporaryFolder folder;
    folder.put("file", "in the way");
    keep_binary(folder / "file", "key", binary_of(9, 1));
    keep_binary("/proc/nobody/writes/here", "key", binary_of(9, 1));
    CHECK(kept(folder / "file", "key").empty());
    CHECK(content(folder / "file") == "in the way");
}

TEST_CASE("of too many bytes those go that were used longest ago") {
    const TemporaryFolder folder;
    const auto key = [](int n) { return "key " + std::to_string(n); };
    const fs::file_time_type now = fs::file_time_type::clock::now();
    for (int n = 0; n < 10; ++n) {
        keep_binary(folder / "x", key(n), binary_of(1000, 0));
        for (const std::string& name : folder.files("x")) {
            const fs::path path = folder / "x" / name;
            if (content(path).find(key(n)) != std::string::npos)
                fs::last_write_time(path, now - std::chrono::hours(48 * (20 - n)));
        }
    }
    CHECK_FALSE(kept(folder / "x", key(0)).empty());  // used now
    keep_binary(folder / "x", key(10), binary_of(1000, 0), 8000);
    CHECK_FALSE(kept(folder / "x", key(0)).empty());
    CHECK(kept(folder / "x", key(1)).empty());
    CHECK_FALSE(kept(folder / "x", key(9)).empty());
    CHECK_FALSE(kept(folder / "x", key(10)).empty());
    CHECK(folder.files("x").size() == 5);
}

TEST_CASE("who reads while others write gets a whole binary") {
    const TemporaryFolder folder;
    const Binary one = binary_of(60000, 1), two = binary_of(90000, 2);
    keep_binary(folder / "x", "key", one);
    std::atomic<bool> over{false};
    std::atomic<int> wrong{0};
    std::thread reader([&] {
        while (!over) {
            const Binary got = kept(folder / "x", "key");
            if (got != one && got != two) ++wrong;
        }
    });
    std::vector<std::thread> writers;
    for (const Binary* binary : {&one, &two})
        writers.emplace_back([&folder, binary] {
            for (int i = 0; i < 50; ++i) keep_binary(folder / "x", "key", *binary);
        });
    for (std::thread& writer : writers) writer.join();
    over = true;
    reader.join();
    CHECK(wrong == 0);
    CHECK(folder.files("x").size() == 1);
}

TEST_CASE("a key tells text, options, device, driver and PoCL's variables apart") {
    const Variable specialization("POCL_WORK_GROUP_SPECIALIZATION", "0");
    const Variable method("POCL_WORK_GROUP_METHOD", nullptr), cache("POCL_KERNEL_CACHE", nullptr);
    const std::string key = key_of(pocl());
    CHECK_FALSE(key.empty());
    CHECK(key == key_of(pocl()));
    CHECK(key != key_of(pocl(), "LLVM 16"));
    CHECK(key != key_of(pocl(), "LLVM 15", "text "));
    CHECK(key != key_of(pocl(), "LLVM 15", "text", "-D B"));
    DeviceFacts other = pocl();
    other.driver = "3.2";
    CHECK(key != key_of(other));
    other = pocl();
    other.version += "-other";
    CHECK(key != key_of(other));
    {
        const Variable set("POCL_WORK_GROUP_METHOD", "cbs");
        CHECK(key != key_of(pocl()));
    }
    {
        const Variable set("POCL_CACHE_DIR", "/elsewhere");
        CHECK(key == key_of(pocl()));
        CHECK(binary_folder() == "/elsewhere/sluice");
    }
}

TEST_CASE("nothing is kept for other drivers, nor where PoCL would keep nothing or compile twice") {
    const Variable specialization("POCL_WORK_GROUP_SPECIALIZATION", "0");
    const Variable cache("POCL_KERNEL_CACHE", nullptr);
    DeviceFacts other = pocl();
    other.driver = "5.0";
    CHECK(key_of(other).empty());
    other = pocl();
    other.platform = "NVIDIA CUDA";
    CHECK(key_of(other).empty());
    {
        const Variable set("POCL_KERNEL_CACHE", "0");
        CHECK(key_of(pocl()).empty());
    }
    const Variable unset("POCL_WORK_GROUP_SPECIALIZATION", nullptr);
    CHECK(key_of(pocl()).empty());
}

TEST_CASE("binaries alone do not make a kernel cache") {
    const TemporaryFolder folder;
    const Variable place("POCL_CACHE_DIR", (folder / "").c_str());
    const Variable cache("POCL_KERNEL_CACHE", nullptr);
    keep_binary(binary_folder(), "key", binary_of(9, 1));
    CHECK(compiles_everything(pocl()));
    fs::create_directory(folder / "AB");
    CHECK_FALSE(compiles_everything(pocl()));
}
