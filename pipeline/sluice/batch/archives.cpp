#include "pipeline/sluice/batch/archives.hpp"

#include "io/codecs.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/descriptor.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/files/tar.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/files/write_all.hpp"

#include <cerrno>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include <fcntl.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

struct Archive {
    std::string input;
    std::unordered_map<std::string, std::size_t> files;  // by member
};

// By the folder of the results.
std::map<std::string, Archive> archives_of(const BatchFiles& files) {
    std::map<std::string, Archive> archives;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files.input(i).find(".tar/") == std::string_view::npos || files.output(i).empty()) continue;
        const auto place = tar_path(files.input(i));
        if (!place) continue;
        const std::string name = place->archive.filename().string() + "/";
        const std::string_view output = files.output(i);
        const std::size_t at = output.starts_with(name) ? 0 : output.find("/" + name) + 1;
        if (at == 0 && !output.starts_with(name)) continue;  // --name puts results elsewhere
        Archive& archive = archives[std::string(output.substr(0, at + name.size() - 1))];
        archive.input = place->archive.string();
        archive.files[place->member] = i;
    }
    return archives;
}

bool all_there(const BatchFiles& files, std::size_t i) {
    for (std::size_t n = 0; n < files.outputs(i); ++n)
        if (!stamp_of(fs::path(files.output(i, n)))) return false;
    return true;
}

void copy_bytes(int from, std::uint64_t at, std::uint64_t size, TarWriter& writer) {
    std::vector<std::uint8_t> piece(std::size_t{1} << 18);
    while (size > 0) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(size, piece.size()));
        const ssize_t got = ::pread(from, piece.data(), count, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw_cannot("read", got == 0 ? EIO : errno);
        writer.data(Bytes(piece).first(static_cast<std::size_t>(got)));
        at += static_cast<std::uint64_t>(got);
        size -= static_cast<std::uint64_t>(got);
    }
}

void pack(const std::string& folder, const Archive& archive, const BatchFiles& files,
          const std::set<std::size_t>& missing) {
    const Descriptor input(open_input(archive.input));
    TemporaryFile file(folder);
    TarWriter writer([&](Bytes bytes) {
        if (!write_all(file.descriptor(), bytes)) throw_cannot("written", errno);
    });
    for (const TarMember& member : tar_members(input.number())) {
        const auto done = archive.files.find(member.name);
        if (done == archive.files.end()) {
            if (is_picture_extension(extension_of(member.name))) continue;  // that was not asked for
            writer.begin(member.name, member.size, member.mtime);
            copy_bytes(input.number(), member.offset, member.size, writer);
            writer.end();
        } else if (missing.count(done->second) == 0) {
            for (std::size_t n = 0; n < files.outputs(done->second); ++n) {
                const std::string output(files.output(done->second, n));
                const Descriptor result(open_input(output));
                const auto stamp = stamp_of(result.number());
                if (!stamp) throw_cannot("read", errno);
                writer.begin(output.substr(folder.size() + 1), stamp->bytes, stamp->mtime);
                copy_bytes(result.number(), 0, stamp->bytes, writer);
                writer.end();
            }
        }
    }
    writer.finish();
    file.finish();
    // The archive appears whole; what is then under the temporary name is the folder.
    const fs::path parts = folder + ".parts";
    fs::remove_all(parts);
    fs::rename(folder, parts);
    file.take_the_place_of(folder);
    fs::remove_all(parts);
}

}  // namespace

std::vector<Wording> pack_archives(const BatchFiles& files, const Summary& summary, std::size_t allowed) {
    std::set<std::string> failed;
    if (summary.failed <= allowed)
        for (const Summary::Failure& failure : summary.failures) failed.insert(failure.input.string());
    std::vector<Wording> said;
    for (const auto& [folder, archive] : archives_of(files)) {
        std::error_code fault;
        if (!fs::is_directory(folder, fault)) continue;  // it is packed, or nothing was done
        std::set<std::size_t> missing;
        std::size_t lacking = 0;
        for (const auto& [member, i] : archive.files) {
            if (all_there(files, i)) continue;
            missing.insert(i);
            if (failed.count(std::string(files.input(i))) == 0) ++lacking;
        }
        if (lacking > 0) {
            said.push_back(in_quotes(folder) + " stays a folder, because " + std::to_string(lacking) +
                           " of the " + std::to_string(archive.files.size()) +
                           " images of its archive are not done");
            continue;
        }
        try {
            pack(folder, archive, files, missing);
        } catch (const fs::filesystem_error& error) {
            throw Error(Error::Kind::input, folder,
                        "the archive cannot be written: " + error.code().message());
        } catch (const Error& error) {
            throw Error(error.kind(), folder, "the archive cannot be written: " + error.message());
        }
    }
    return said;
}

}  // namespace sluice
