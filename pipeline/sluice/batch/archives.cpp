#include "pipeline/sluice/batch/archives.hpp"

#include "io/codecs.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/files/descriptor.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/files/tar.hpp"
#include "pipeline/files/temporary_file.hpp"

#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>
#include <unordered_map>

#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

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

void pack(const std::string& folder, const std::vector<std::size_t>& of, const BatchFiles& files,
          const MissingResults& missing, const std::function<void(Bytes)>& write) {
    std::string archive;
    std::unordered_map<std::string, std::size_t> by_member;
    for (const std::size_t i : of) {
        const auto place = tar_path(files.input(i));
        if (!place) throw_cannot("read", ENOENT);
        archive = place->archive.string();
        by_member[place->member] = i;
    }
    const Descriptor input(open_input(archive));
    TarWriter writer(write);
    for (const TarMember& member : tar_members(input.number())) {
        const auto done = by_member.find(member.name);
        if (done == by_member.end()) {
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
}

}  // namespace

ResultFolders archive_folders(const BatchFiles& files) {
    ResultFolders folders;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files.input(i).find(".tar/") == std::string_view::npos || files.output(i).empty()) continue;
        const auto place = tar_path(files.input(i));
        if (!place) continue;
        const std::string name = place->archive.filename().string() + "/";
        const std::string_view output = files.output(i);
        const std::size_t at = output.starts_with(name) ? 0 : output.find("/" + name) + 1;
        if (at == 0 && !output.starts_with(name)) continue;  // --name puts results elsewhere
        folders[std::string(output.substr(0, at + name.size() - 1))].push_back(i);
    }
    return folders;
}

Packing packing_of_archives(const Job& job) {
    const CheckedNode& sink = job.pipeline.graph().nodes[job.pipeline.sinks().front().node];
    Packing packing{"images of its archive", is_durable(sink)};
    packing.pack = [&job](const std::string& folder, const std::vector<std::size_t>& of,
                          const MissingResults& missing, const std::function<void(Bytes)>& write) {
        pack(folder, of, job.files, missing, write);
    };
    return packing;
}

}  // namespace sluice
