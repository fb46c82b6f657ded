#include "apps/edit/page_parcel.hpp"

#include <cstdint>
#include <limits>
#include <string_view>

namespace sluice::apps {

using isolated::Channel;
using isolated::Message;
using isolated::Packing;
using isolated::Unpacking;

Packing packed(const PageRequest& request) {
    Packing parcel;
    return parcel.add(std::string_view(request.method))
        .add(std::string_view(request.path))
        .add(std::string_view(request.body));
}

Packing packed(const PageResponse& response) {
    Packing parcel;
    return parcel.add(std::uint64_t{response.status})
        .add(std::string_view(response.type))
        .add(std::string_view(response.body));
}

PageRequest request_in(const Message& message) {
    Unpacking parcel(message.bytes);
    PageRequest request;
    request.method = parcel.text();
    request.path = parcel.text();
    request.body = parcel.text();
    return request;
}

PageResponse response_in(const Message& message) {
    Unpacking parcel(message.bytes);
    PageResponse response;
    response.status = static_cast<unsigned>(parcel.number());
    response.type = parcel.text();
    response.body = parcel.text();
    return response;
}

Message next_message(const Channel& channel) {
    return channel.receive(std::numeric_limits<std::uint32_t>::max(), Channel::Files::taken);
}

}  // namespace sluice::apps
