// Steps that touch neither files nor devices, and count who does what.
#pragma once

#include "pipeline/batch/steps.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

inline std::vector<sluice::BatchFile> numbered(std::size_t count) {
    std::vector<sluice::BatchFile> files;
    for (std::size_t i = 0; i < count; ++i) files.push_back({std::to_string(i), "out/" + std::to_string(i)});
    return files;
}

// The highest value that was ever reached.
class Gauge {
public:
    void up() {
        const int now = ++value_;
        int high = high_;
        while (now > high && !high_.compare_exchange_weak(high, now)) {
        }
    }
    void down() { --value_; }
    int high() const { return high_; }
    int now() const { return value_; }

private:
    std::atomic<int> value_{0}, high_{0};
};

inline void nap() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

// Steps that carry an image of 1x1 through and count who does what.
struct Fake {
    Gauge held, on_device, coding;
    std::set<std::thread::id> device_threads, code_threads;
    std::mutex mutex;
    std::function<void(const std::string& step, const std::string& file)> before = [](const auto&,
                                                                                      const auto&) {};

    sluice::Steps steps() {
        sluice::Steps steps;
        steps.decode = [this](sluice::FileReport& report, sluice::Header*) -> std::optional<sluice::Decoded> {
            const Coding coding_now(*this);
            before("decode", report.file.input.string());
            held.up();
            sluice::Decoded decoded;
            decoded.images.emplace("load", sluice::HostImage({1, 1, 1}));
            *decoded.images.at("load").as<std::uint8_t>(0) =
                static_cast<std::uint8_t>(std::stoi(report.file.input));
            return decoded;
        };
        steps.devices = {
            [this](const sluice::Decoded& decoded, sluice::FileReport& report) -> sluice::Finish {
                on_device.up();
                note(device_threads);
                try {
                    before("start", report.file.input.string());
                } catch (...) {
                    on_device.down();
                    held.down();
                    throw;
                }
                return [this, image = decoded.images.at("load")](sluice::FileReport& done) {
                    note(device_threads);
                    on_device.down();
                    try {
                        before("finish", done.file.input.string());
                    } catch (...) {
                        held.down();
                        throw;
                    }
                    sluice::Processed processed;
                    processed.images.emplace("save", image);
                    return processed;
                };
            }};
        steps.encode = [this](const sluice::Processed& processed, sluice::FileReport& report) {
            const Coding coding_now(*this);
            held.down();
            before("encode", report.file.input.string());
            const int value = *processed.images.at("save").as<std::uint8_t>(0);
            if (value != std::stoi(report.file.input)) throw std::logic_error("images were mixed up");
        };
        return steps;
    }

private:
    struct Coding {
        explicit Coding(Fake& fake) : fake_(fake) {
            fake.coding.up();
            fake.note(fake.code_threads);
            nap();
        }
        ~Coding() { fake_.coding.down(); }
        Fake& fake_;
    };
    void note(std::set<std::thread::id>& threads) {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
    }
};
