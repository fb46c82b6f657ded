// The options of all commands that touch a device.
#pragma once

#include "apps/command.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/plan/options.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// What --device is for. `several`: more than one can work.
std::string device_help(bool several);
// Adds --device and --device-timeout.
void add_device_option(po::options_description& options);
// The same and --storage.
void add_device_options(po::options_description& options);

// Adds --no-fuse, --store and others of commands that plan.
void add_plan_options(po::options_description& options);

// `spec`: what --device says; "" = nothing. Throw Error(no_device) and Error(usage).
Device pick_device(const Caller& caller, const std::string& spec);
Device pick_device(const Arguments& arguments);
// Of those that several can work for: `all` is all of them, of which one is open, or with `open` each that
// can be.
DeviceGroup pick_devices(const Caller& caller, const std::string& spec, bool open);
// What --store names: one list for each time that it was given.
std::vector<std::vector<std::string>> stored_images(const Arguments& arguments);
StorageChoice storage_choice(const Arguments& arguments);
// What --storage and the options of add_plan_options() say.
PlanOptions plan_options(const Arguments& arguments);

}  // namespace sluice::apps
