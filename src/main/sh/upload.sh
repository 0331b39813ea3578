#!/bin/sh
# Uploads the scripts and source maps of a build folder to Profile Symbolicator, or checks them.
# Needs tar, gzip, curl, find, sed and awk.

set -u
unset CDPATH
LC_ALL=C COPYFILE_DISABLE=1
export LC_ALL COPYFILE_DISABLE

BUILD=1
USAGE=2
AWAY=75

usage() {
  cat <<'TEXT'
Usage: upload.sh [options] FOLDER

Uploads the scripts and source maps of a build folder.

  --base URL        where FOLDER is on the web: https://cdn.example.com/assets/,
                    or ~/assets/ if any origin may serve it; default ~/
  --release R       the release that profiles of this build name
  --except PATTERN  leave out files such as 'vendor/*'; may be repeated
  --check           only say what an upload would do
  --json            print the service's answer instead of one line per script
  --delete-maps     delete each map that the service says it has stored
  --help            print this

Environment: SYMBOLICATOR_URL      the service: https://symbolicator.example.com
             SYMBOLICATOR_TOKEN    a token with the right upload
             SYMBOLICATOR_RETRIES  how often to try again, default 5

Exit status: 0 all scripts will resolve; 1 some will not, or there are none;
             2 wrong use, or the token is refused; 75 the service is away.
TEXT
}

say() { printf '%s\n' "$*" >&2; }

wrong() {
  say "upload.sh: $*"
  exit $USAGE
}

umask 077
work=$(cd "$(mktemp -d)" && pwd) || wrong "There is no temporary folder. Set TMPDIR."
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

base='~/' release='' check='' json='' delete='' folder=''
: >"$work/except"
while [ $# -gt 0 ]; do
  case $1 in
    --base | --release | --except)
      [ $# -ge 2 ] && [ -n "$2" ] || wrong "$1 needs a value. Try --help."
      case $1 in
        --base) base=$2 ;;
        --release) release=$2 ;;
        --except) printf '%s\n' "$2" >>"$work/except" ;;
      esac
      shift
      ;;
    --check) check=yes ;;
    --json) json=yes ;;
    --delete-maps) delete=yes ;;
    --help)
      usage
      exit 0
      ;;
    -*) wrong "The option $1 is unknown. Try --help." ;;
    *)
      [ -z "$folder" ] || wrong "Give one folder, not $folder and $1."
      folder=$1
      ;;
  esac
  shift
done

retries=${SYMBOLICATOR_RETRIES:-5}
case $retries in
  *[!0-9]* | ????*) wrong "SYMBOLICATOR_RETRIES is a number." ;;
esac
[ -n "$folder" ] || wrong "Name the folder that the build writes. Try --help."
[ -d "$folder" ] || wrong "$folder is no folder."
[ -z "$check" ] || [ -z "$delete" ] || wrong "--check stores no map, so --delete-maps must not be given."
case ${SYMBOLICATOR_URL:-} in
  http://?* | https://?*) ;;
  *) wrong "Set SYMBOLICATOR_URL to the service: https://symbolicator.example.com" ;;
esac
case ${SYMBOLICATOR_TOKEN:-} in
  '' | *[!!-~]*) wrong "Set SYMBOLICATOR_TOKEN to a token of the service." ;;
esac
for program in tar gzip curl find sed awk; do
  command -v $program >/dev/null || wrong "The program $program is missing."
done

# Lists the scripts and maps that can resolve a profile, below the folder.
list() (
  set -f
  cd "$folder" || exit 1
  set -- \( -name '*.js' -o -name '*.mjs' -o -name '*.cjs' -o -name '*.map' \) \
    ! -name '*.css.map' ! -name '*.d.ts.map' ! -name '*.d.mts.map' ! -name '*.d.cts.map'
  while IFS= read -r pattern; do
    set -- "$@" ! -path "./${pattern#./}"
  done <"$work/except"
  # tar reads the names from a list, in which a backslash and a line break mean something else.
  find . -type f "$@" \( -name '*\\*' -o -name '*
*' \) >"$work/odd" && find . -type f "$@" >"$work/files"
)

list || wrong "The folder $folder cannot be read."
[ ! -s "$work/odd" ] || wrong "A file's name has a backslash or a line break: $(sed 1q "$work/odd")"
if [ ! -s "$work/files" ]; then
  say "There is no script and no source map in $folder. Name the folder that the build writes."
  exit $BUILD
fi
# The service takes no links, and files may be linked to each other.
plain=
tar --hard-dereference -cf /dev/null -T /dev/null 2>/dev/null && plain=--hard-dereference
{ (cd "$folder" && tar $plain -cf - -T "$work/files") || : >"$work/unread"; } | gzip >"$work/archive" ||
  wrong "The archive cannot be written. Check the space in the temporary folder."
[ ! -e "$work/unread" ] || wrong "The files of $folder cannot be read."

encoded() {
  VALUE=$1 awk 'BEGIN {
    for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i
    value = ENVIRON["VALUE"]
    for (i = 1; i <= length(value); i++) {
      unit = substr(value, i, 1)
      printf "%s", unit ~ /[A-Za-z0-9._~-]/ ? unit : sprintf("%%%02X", code[unit])
    }
  }'
}

query="base=$(encoded "$base")"
[ -z "$release" ] || query="$query&release=$(encoded "$release")"
[ -z "$check" ] || query="$query&dryRun=true&strict=true"
url="${SYMBOLICATOR_URL%/}/source-maps?$query"

# The token is in a file that only this user can read: others can list a command's arguments.
printf '%s' "$SYMBOLICATOR_TOKEN" |
  sed 's/[\\"]/\\&/g; s/.*/header = "Authorization: Bearer &"/' >"$work/token"

# Sends the archive, and sets the status, which is 000 without a whole answer.
send() {
  : >"$work/headers"
  : >"$work/answer"
  status=$(curl -q --silent --show-error --config "$work/token" --connect-timeout 10 \
    --speed-limit 1 --speed-time 300 --dump-header "$work/headers" --output "$work/answer" \
    --write-out '%{http_code}' --header 'Content-Type: application/gzip' \
    --request POST --upload-file "$work/archive" "$url" 2>"$work/error")
  case $?:$status in
    0:*) ;;
    [123]:*) wrong "curl cannot use SYMBOLICATOR_URL: $(sed 1q "$work/error")" ;;
    *:4??) ;; # The service may refuse an upload before its end.
    *) status=000 ;;
  esac
}

# Prints the seconds to wait: the argument or those of Retry-After if they are more, at most 60.
pause() {
  awk -v seconds="$1" 'tolower($1) == "retry-after:" && $2 + 0 > seconds { seconds = $2 + 0 }
    END { print (seconds > 60 ? 60 : seconds) }' "$work/headers"
}

tried=0 seconds=1
while :; do
  send
  case $status in
    000) reason=$(sed 1q "$work/error") ;;
    408 | 429 | 5??) reason="status $status" ;;
    *) break ;;
  esac
  if [ "$tried" -ge "$retries" ]; then
    say "The service is away: ${reason:-the answer was cut off}. This says nothing of the build."
    exit $AWAY
  fi
  tried=$((tried + 1))
  now=$(pause "$seconds")
  say "The service is away: ${reason:-the answer was cut off}. Next try in $now s ($tried of $retries)."
  sleep "$now"
  seconds=$((seconds * 2))
done

# Reads the answer. Quotation marks part its texts from the rest. Writes tables: per script the
# outcome, script, map, pairedBy, debugId, withText, withoutText and detail.
awk -v RS='"' -v rows="$work/rows" -v totals="$work/totals" '
  function rest(text,    unit, i) {
    if (text ~ /^:/) {
      name = last
      if (match(text, /^:[0-9]+/)) value(substr(text, 2, RLENGTH - 1))
    } else if (name != "") {
      value(last)
    }
    for (i = 1; i <= length(text); i++) {
      unit = substr(text, i, 1)
      if (unit == "{" || unit == "[") depth++
      if ((unit == "}" || unit == "]") && --depth == 2) row()
    }
  }
  function value(text) {
    if (depth >= 3) script[name] = text
    else all[depth, name] = text
    name = ""
  }
  function row() {
    if (script["outcome"] != "")
      printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", script["outcome"], script["script"], script["map"],
        script["pairedBy"], script["debugId"], script["withText"], script["withoutText"],
        script["detail"] >rows
    split("", script)
  }
  function plain(text) {
    gsub(/\\[bfnrt]/, " ", text)
    gsub(/\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/, "?", text)
    gsub(/\\\\/, "\001", text)
    gsub(/\\/, "", text)
    gsub(/\001/, "\\", text)
    gsub(/[\001-\037\177]/, "?", text)
    return text
  }
  !inside { rest($0); inside = 1; held = ""; next }
  {
    held = held $0
    match($0, /\\*$/)
    if (RLENGTH % 2) held = held "\""
    else { last = plain(held); inside = 0 }
  }
  END {
    printf "%s\t%d\t%d\t%d\n", all[2, "scripts"], all[2, "stored"] + all[2, "replaced"],
      all[2, "unchanged"], all[2, "unpaired"] + all[2, "refused"] >totals
    print all[1, "detail"] >totals
  }' "$work/answer"
: >>"$work/rows"

count() { sed 1q "$work/totals" | awk -F '\t' -v column="$1" '{ print $column }'; }
scripts=$(count 1) stored=$(count 2) unchanged=$(count 3) failing=$(count 4)
detail=$(sed -n 2p "$work/totals")

isStored=
case $status:$scripts in
  2??:?*) [ -n "$check" ] || isStored=yes ;;
esac

[ -z "$json" ] || awk '{ print }' "$work/answer"
[ -n "$json" ] || awk -F '\t' -v stored="$isStored" '
  {
    kept = $1 == "stored" || $1 == "unchanged" || $1 == "replaced"
    line = sprintf("%-13s %s", kept && !stored ? "resolves" : $1, $2)
    if ($3 != "") line = line "  " $3
    if ($4 != "") line = line " (by " $4 ")"
    if ($5 != "") line = line "  debug ID " $5
    if ($6 $7 != "") line = line "  sources with text " $6 + 0 ", without " $7 + 0
    if (!kept || stored) line = line "  " $8
    print line
  }' "$work/rows"

if [ -n "$delete" ] && [ -n "$isStored" ]; then
  awk -F '\t' '
    FNR == 1 { file++ }
    file == 1 && $3 != "" && ($1 == "stored" || $1 == "unchanged" || $1 == "replaced") { ok[$3] = 1 }
    file == 1 && $3 != "" && !($1 == "stored" || $1 == "unchanged" || $1 == "replaced") { no[$3] = 1 }
    file == 2 { path = substr($0, 3); if ((path in ok) && !(path in no)) print }
  ' "$work/rows" "$work/files" >"$work/acknowledged"
  while IFS= read -r file; do
    rm -f "$folder/$file" || say "The map $file could not be deleted."
  done <"$work/acknowledged"
fi

public=$(awk -F '\t' '$4 == "comment"' "$work/rows" | wc -l)
if [ "$public" -gt 0 ] && [ -z "$delete" ]; then
  say "Warning: $((public)) source maps are named by their scripts, so they are public if you deploy them."
fi

case $status:$scripts in
  2??:?*)
    if [ -n "$check" ]; then
      say "Scripts: $((scripts - failing)) will resolve, $failing will not."
    else
      say "Scripts: $stored stored, $unchanged there already, $failing will not resolve."
    fi
    [ "$failing" -eq 0 ] && [ "$scripts" -gt 0 ] || exit $BUILD
    ;;
  409:?* | 413:?* | 422:?*)
    say "Scripts: $((scripts - failing)) will resolve, $failing will not. Nothing was stored."
    exit $BUILD
    ;;
  413:*)
    say "${detail:-A proxy before the service takes no body of this size. Raise its limit, or upload parts with --except.}"
    exit $BUILD
    ;;
  409:* | 422:*)
    say "${detail:-The service refused the upload with status $status.}"
    exit $BUILD
    ;;
  *)
    say "${detail:-Something else than the service answers at $SYMBOLICATOR_URL, with status $status.}"
    exit $USAGE
    ;;
esac
