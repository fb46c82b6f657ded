#include "apps/listing.hpp"

#include <string>

namespace sluice::apps {
namespace {

std::string counted(std::size_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? " was" : "s were");
}

std::string folders(const Listing& listing) {
    return counted(listing.not_entered, "folder inside") + " left out: --recursive takes them too";
}

}  // namespace

void tell_what_is_left_out(const Listing& listing, const Messages& messages) {
    if (!listing.files.empty() || !listing.faults.empty()) {
        if (listing.not_entered > 0) messages.note(folders(listing));
        return;
    }
    std::string text = "there are no pictures";
    if (listing.passed_over > 0) text += "; " + counted(listing.passed_over, "file") + " passed over by name";
    if (listing.not_entered > 0) text += "; " + folders(listing);
    messages.warning(text);
}

}  // namespace sluice::apps
