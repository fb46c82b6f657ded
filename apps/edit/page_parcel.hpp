// Requests and responses as bytes, on their way to a child and back.
#pragma once

#include "apps/edit/server.hpp"
#include "pipeline/isolated/channel.hpp"
#include "pipeline/isolated/parcel.hpp"

namespace sluice::apps {

isolated::Packing packed(const PageRequest& request);
isolated::Packing packed(const PageResponse& response);
PageRequest request_in(const isolated::Message& message);
PageResponse response_in(const isolated::Message& message);

// Waits for it. Throws Disconnected.
isolated::Message next_message(const isolated::Channel& channel);

}  // namespace sluice::apps
