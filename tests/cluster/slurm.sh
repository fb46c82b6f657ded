#!/usr/bin/env bash
# slurm.sh SOURCE PROGRAM: the scripts of packaging/cluster/slurm on a Slurm of this machine alone: an array and its
# merge, a series, a task that is requeued, and one that finds its manifest held (exit code 75). Needs root.
set -euo pipefail
source=$1 program=$(realpath "$2")
skip() { echo "[skipped] $*"; exit 0; }
fail() { echo "slurm.sh: $*" >&2; exit 1; }
for tool in slurmctld slurmd sbatch munged; do
    command -v "$tool" >/dev/null || skip "there is no $tool: apt-get install --no-install-recommends slurm-wlm munge"
done
((EUID == 0)) || skip "Slurm's daemons are started by root"

folder=$(mktemp -d)
pids=()
finish() {
    ((${#pids[@]} == 0)) || kill "${pids[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
mkdir -p "$folder"/{run,state,spool,bin,in}
chmod 755 "$folder" "$folder/run"
# While the file "gate" exists, a batch stops in its middle, and waits to be killed.
cat >"$folder/bin/sluice" <<SLUICE
#!/bin/bash
[[ -e $folder/gate && \$1 == batch ]] || exec "$program" "\$@"
"$program" "\$@" &
until grep -qs '"status":"done"' "$folder/slowly.manifests/0.jsonl"; do sleep 0.005; done
kill -STOP \$! && touch "$folder/stopped"
wait
SLUICE
chmod 755 "$folder/bin/sluice"
export PATH=$folder/bin:$PATH SLURM_CONF=$folder/slurm.conf
head -c 1024 /dev/urandom >"$folder/munge.key"
chmod 400 "$folder/munge.key"
cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000
PartitionName=all Nodes=ALL Default=YES State=UP
SlurmUser=root
AuthInfo=socket=$folder/run/munge.sock,cred_expire=5
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1
RequeueExit=75
ReturnToService=2
MailProg=/bin/true
SlurmdTimeout=10
CONF
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/run/munge.sock" \
    --pid-file="$folder/run/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munge.seed" &>/dev/null &
pids+=($!)
slurmctld -D -c -f "$SLURM_CONF" >/dev/null 2>&1 &
pids+=($!)
slurmd -D -f "$SLURM_CONF" >/dev/null 2>&1 &
pids+=($!)
for ((i = 0; i < 200; i++)); do
    [[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && break
    sleep 0.1
done
[[ $(sinfo -h -o %T) == idle ]] || fail "Slurm does not start: $(tail -n 5 "$folder"/slurm*.log)"

state() { scontrol -o show job "$1" 2>/dev/null | grep -o 'JobState=[A-Z]*' | sort -u | tr '\n' ' '; }
ended() {  # waits until all tasks of a job have ended
    for ((i = 0; i < 1200; i++)); do
        [[ $(state "$1") =~ (PENDING|RUNNING|COMPLETING|REQUEUE|CONFIGURING) ]] || return 0
        sleep 0.1
    done
    fail "job $1 does not end: $(scontrol show job "$1")"
}
cd "$folder"
for ((i = 0; i < 40; i++)); do (printf 'P5\n16 16\n255\n'; head -c 256 /dev/urandom) >"in/$i.pgm"; done

# An array, and the merge behind it.
read -r array merge < <("$source/packaging/cluster/slurm/submit.sh" 4 "$folder/in" "$folder/out" -p invert)
ended "$array"
ended "$merge"
[[ $(state "$merge") == "JobState=COMPLETED " ]] || fail "merge: $(state "$merge") $(cat slurm-*.out)"
(($(wc -l <out.jsonl) == 40)) || fail "out.jsonl has not 40 lines"
(($(ls out | wc -l) == 40)) || fail "out has not 40 files"
[[ -s out.html ]] || fail "there is no page"

# A series: statistics of all tasks together, and what one run makes of them. In colours: channels are not stretched
# each by itself. A damaged file stops neither the statistics nor, with --max-failures, the merge.
mkdir colours
for ((i = 0; i < 20; i++)); do
    (printf 'P6\n16 16\n255\n'; head -c 256 /dev/urandom | od -An -v -tu1 -w1 |
        awk '{ printf "%c%c%c", 20 + $1 % 100, 30 + $1 % 50, 10 + $1 % 20 }' | LC_ALL=C head -c 768) >"colours/$i.ppm"
done
printf 'P6\n16 16\n255\n' >colours/damaged.ppm
read -r -a jobs < <("$source/packaging/cluster/slurm/series.sh" 4 "$folder/colours" "$folder/series" --max-failures 1)
for job in "${jobs[@]}"; do ended "$job"; done
[[ $(state "${jobs[3]}") == "JobState=COMPLETED " ]] || fail "series: $(state "${jobs[3]}") $(cat slurm-*.out)"
sluice batch -q -r colours -o whole --dataset --max-failures 1 2>/dev/null
diff -r series whole || fail "a series in tasks is not what one run makes of it"
(($(ls whole | wc -l) == 20)) || fail "whole has not 20 files"
(($(wc -l <series.jsonl) == 21)) || fail "series.jsonl has not 21 lines"
[[ -s series.html && -s series.statistics.json ]] || fail "a series has no page or no statistics"

# A task that is requeued in its middle goes on: nothing is lost, nothing is done twice.
mkdir slow
for ((i = 0; i < 200; i++)); do (printf 'P5\n128 128\n255\n'; head -c 16384 /dev/urandom) >"slow/$i.pgm"; done
inputs_done() { grep '"status":"done"' slowly.manifests/0.jsonl | grep -o '"path":"[^"]*"' | grep -o '[0-9]*\.pgm' | sort; }
touch gate
again=$(sbatch --parsable --array=0-0 "$source/packaging/cluster/slurm/batch.sh" \
    "$folder/slow" "$folder/slowly" -p 'gaussian sigma=20' --jobs 1)
for ((i = 0; i < 300; i++)); do
    [[ -e stopped ]] && break
    sleep 0.1
done
[[ -e stopped && $(state "$again") == "JobState=RUNNING " ]] || fail "no task runs: $(scontrol show job "$again")"
mapfile -t before < <(inputs_done)
((${#before[@]} > 0 && ${#before[@]} < 200)) || fail "${#before[@]} of 200 files are done: the task is not in its middle"
stamps=$(cd slowly && stat -c '%n %y' "${before[@]}")
rm gate
scontrol requeue "${again}_0" || fail "the task is not requeued"
ended "$again"
[[ $(state "$again") == "JobState=COMPLETED " ]] || fail "requeued: $(state "$again") $(cat slurm-*.out)"
[[ $(scontrol -o show job "$again") == *" Restarts=1 "* ]] || fail "not started again: $(scontrol show job "$again")"
[[ $(cd slowly && stat -c '%n %y' "${before[@]}") == "$stamps" ]] || fail "a requeued task did files again"
[[ $(inputs_done) == "$(ls slow | sort)" ]] || fail "files are lost or done twice: $(inputs_done | uniq -c)"
[[ $(ls -A slowly | sort) == "$(ls slow | sort)" ]] || fail "files are missing or left: $(ls -A slowly)"
sluice merge -q slowly.manifests || fail "the manifest of a requeued task does not merge"

# A manifest that is held: exit code 75, and Slurm tries again until it is free.
exec 9>>out.manifests/0.jsonl
flock 9
held=$(sbatch --parsable --array=0-3 "$source/packaging/cluster/slurm/batch.sh" "$folder/in" "$folder/out" -p invert)
for ((i = 0; i < 300; i++)); do
    (($(scontrol -o show job "$held" | grep -o 'Restarts=[1-9]' | wc -l) > 0)) && break
    sleep 0.1
done
(($(scontrol -o show job "$held" | grep -o 'Restarts=[1-9]' | wc -l) > 0)) || fail "no task was requeued: $(scontrol show job "$held")"
exec 9>&-
ended "$held"
[[ $(state "$held") == "JobState=COMPLETED " ]] || fail "held: $(state "$held")"
sluice merge -q out.manifests -o out.jsonl || fail "the manifests do not merge"
echo "Slurm: an array and its merge, a series, a requeue (${#before[@]} of 200 files done before) and a held manifest"
