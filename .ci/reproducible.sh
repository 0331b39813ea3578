#!/usr/bin/env bash
# Builds the packaged service again in another folder, and compares the jars: names, sizes and times
# of their entries, and every byte of each. Names the first entry that differs.
#
# Not compared are the order of entries, and the code that Quarkus 3.33 generates for the start. Its
# build steps run at once, and number values and order configurations as they come. Later versions of
# Quarkus have this fixed (pull requests 53025 and 53086): compare the files by cmp then.
set -euo pipefail

cd "$(dirname "$0")/.."
readonly jar=target/quarkus-app/quarkus-run.jar generated='io/quarkus/(runner/recorded|runtime/generated)/'

die() {
  printf -- '--> FAILED: %s\n' "$*" >&2
  exit 1
}
[ -f "$jar" ] || die "package the service first"

work=$(mktemp -d /var/tmp/reproducible.XXXXXX)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/another/folder" "$work/first" "$work/second"
git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$work/another/folder"
(cd "$work/another/folder" && ./mvnw -B -q package -Dmaven.test.skip=true -Darchive.skip) ||
  die "the second build failed"

unpack() { (cd "$work/$1" && jar -xf "$2" && jar -tvf "$2" | grep -v -E "$generated" | sort -k 8 >"$work/$1.list"); }
unpack first "$PWD/$jar"
unpack second "$work/another/folder/$jar"
for folder in first second; do
  (cd "$work/$folder" && find . -type d -regextype posix-extended -regex "\./${generated%/}" -prune -exec rm -r {} +)
done
list=$(diff "$work/first.list" "$work/second.list" | grep '^[<>]' | head -n 2) || true
[ -z "$list" ] || die "an entry has another name, size or time: $list"
bytes=$(diff -rq "$work/first" "$work/second" | head -n 1) || true
[ -z "$bytes" ] || die "an entry has other bytes: ${bytes//$work\//}"
printf -- '--> Two builds of the jar are equal in %s entries\n' "$(wc -l <"$work/first.list")"
