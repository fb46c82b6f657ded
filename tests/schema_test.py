"""The pipeline files of the examples match the JSON Schema that editors get: schema_test.py SOURCE PROGRAM"""

import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"[skipped] examples/schema: Python has no {missing.name}")
    sys.exit(0)

source, program = pathlib.Path(sys.argv[1]), sys.argv[2]
schema = json.loads(subprocess.run([program, "stages", "--schema"], check=True, capture_output=True).stdout)
validator = jsonschema.validators.validator_for(schema)(schema)
files = sorted((source / "apps/examples").rglob("*.yaml"))
assert len(files) >= 12, files
faults = [
    f"{file.relative_to(source)}: {fault.json_path}: {fault.message[:300]}"
    for file in files
    for fault in validator.iter_errors(yaml.safe_load(file.read_text()))
]
print("\n".join(faults) or f"{len(files)} files match the schema")
sys.exit(bool(faults))
