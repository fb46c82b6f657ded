#include "apps/child/teller.hpp"

#include "apps/child/error_parcel.hpp"
#include "apps/child/report_parcel.hpp"

#include <string_view>

namespace sluice::apps {

void Teller::send(Told kind, const isolated::Packing& parcel) {
    const std::lock_guard lock(mutex_);
    channel_.send(static_cast<std::uint32_t>(kind), parcel.bytes());
}

void Teller::started(const BatchFile& file) {
    isolated::Packing parcel;
    pack(parcel, queues_);
    send(Told::started, parcel.add(std::uint64_t{file.number}));
}

void Teller::finished(const FileReport& report) {
    isolated::Packing parcel;
    pack(parcel, queues_);
    parcel.add(std::uint64_t{report.file.number});
    pack(parcel, report);
    send(Told::finished, parcel);
}

void Teller::lost(const std::vector<BatchFile>& files, const std::string& why) {
    isolated::Packing parcel;
    parcel.add(std::string_view(why)).add(std::uint64_t{files.size()});
    for (const BatchFile& file : files) parcel.add(std::uint64_t{file.number});
    send(Told::lost, parcel);
}

void Teller::log(const LogMessage& message) {
    send(Told::log, isolated::Packing()
                        .add_choice(message.severity)
                        .add(std::string_view(message.where))
                        .add(std::string_view(message.text)));
}

void Teller::ended(const Summary& summary) {
    isolated::Packing parcel;
    pack(parcel, summary.devices);
    pack(parcel, summary.lost);
    send(Told::ended, parcel.add(std::uint64_t{summary.abandoned}));
}

void Teller::failed(const Error& error) {
    isolated::Packing parcel;
    pack(parcel, error);
    send(Told::failed, parcel);
}

}  // namespace sluice::apps
