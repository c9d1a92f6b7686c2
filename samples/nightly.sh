#!/usr/bin/env bash
# Runs a project, and tells somebody how it ended: for cron or a systemd timer.
#
#   nightly.sh PROJECT RESULTS
#
# Writes RESULTS/YYYY-MM-DD, the output of the run, and RESULTS/YYYY-MM-DD.log. RECIPIENT is the address of a mail; without it the
# mail is printed. KEEP says how many outputs are kept (default: 14), TODAY is another date. Ends with the exit code of p2c,
# or with 75 if another run is not done yet.
set -uo pipefail

project=$1
results=$2
today=${TODAY:-$(date +%F)}
output=$results/$today
log=$output.log

mkdir -p "$results" || exit 73
exec 9>"$results/.lock"
flock --nonblock 9 || exit 75

p2c run "$project" --output "$output" --force --quiet >"$log" 2>&1
code=$?

case $code in
  0) subject="done" ;;
  1) subject="done, look at the findings" ;;
  64 | 78) subject="not run: the project or the command line is wrong" ;;
  65 | 66) subject="not run: an input is missing or damaged" ;;
  74) subject="not done: an input changed, or the disk is full; will be tried again" ;;
  71) subject="not done: the machine refused memory, threads or files" ;;
  73) subject="not done: the output cannot be written" ;;
  *) subject="not done: exit code $code" ;;
esac

if [[ -n ${RECIPIENT:-} ]]; then
  mail -s "p2c $today: $subject" "$RECIPIENT" <"$log"
else
  printf 'Subject: p2c %s: %s\n\n' "$today" "$subject"
  cat "$log"
fi

# Only outputs of p2c that are complete are removed.
find "$results" -mindepth 1 -maxdepth 1 -type d -name '????-??-??' | sort | head -n "-${KEEP:-14}" | while read -r old; do
  if [[ -f $old/SHA256SUMS ]]; then rm -r "$old" && rm -f "$old.log"; fi
done

exit "$code"
