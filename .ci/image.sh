#!/usr/bin/env bash
# Builds the image of src/main/docker/Dockerfile from the packaged service, and runs it: as README.md
# does, with the memory, the options and the rights of k8s/base under another user, and without a
# writable /tmp. Nothing is pulled: a small Debian with a JRE 17 takes the place of the base image.
# Where podman, buildah, runc and debootstrap cannot be installed or cannot run, this says so, and
# ends without a failure.
set -euo pipefail

cd "$(dirname "$0")/.."

say() { printf -- '--> %s\n' "$*"; }
die() {
  printf -- '--> FAILED: %s\n' "$*" >&2
  exit 1
}
skip() {
  say "SKIPPED, the image was neither built nor run: $*"
  exit 0
}

readonly dockerfile=src/main/docker/Dockerfile manifest=k8s/base/deployment.yaml
readonly image=localhost/profile-symbolicator:ci port=${IMAGE_PORT:-18080}
[ -f target/quarkus-app/quarkus-run.jar ] || die "package the service first"

[ "$(id -u)" = 0 ] || skip "only root can make the base image"
command -v apt-get >/dev/null || skip "there is no apt-get"
missing=
for program in podman buildah runc debootstrap; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
if [ -n "$missing" ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update || skip "apt-get update failed"
  # shellcheck disable=SC2086 # several words
  apt-get -qq install -y --no-install-recommends $missing >/dev/null ||
    skip "apt-get could not install$missing"
fi

work=$(mktemp -d /var/tmp/image.XXXXXX)
# A store of its own, since others may empty the shared one.
store=(--root "$work/store" --runroot "$work/run")
# crun refuses some machines' cgroups, and not every machine lets limits be raised.
podman() { command podman "${store[@]}" --runtime "$(command -v runc)" "$@"; }
limits=(--network host --ulimit nofile=4096:4096 --ulimit nproc=4096:4096)
clean() {
  podman rm -fa >/dev/null 2>&1 || true
  podman image umount -fa >/dev/null 2>&1 || true
  umount "$work/store/overlay" 2>/dev/null || true
  rm -rf "$work"
}
trap clean EXIT

# Debian's codename, and the mirror that this machine itself uses.
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' |
  awk -v codename="$codename" '$2 == codename && $3 == "main" { print $1; exit }')
[ -n "$mirror" ] || skip "apt-get has no sources of Debian's $codename"
say "Making a base image of Debian's $codename with a JRE 17"
debootstrap --variant=minbase --include=openjdk-17-jre-headless "$codename" "$work/rootfs" "$mirror" \
  >"$work/debootstrap.log" 2>&1 || skip "debootstrap failed: $(tail -n 3 "$work/debootstrap.log")"
rm -rf "$work/rootfs/tmp/"* # installing the JRE ran it as root
base=$(sed -n 's/^ARG BASE=//p' "$dockerfile")
[ -n "$base" ] || die "$dockerfile names no base image"
tar -C "$work/rootfs" -c . | podman import - "$base" >/dev/null || skip "podman cannot import images here"
rm -rf "$work/rootfs"
podman run --rm "${limits[@]}" --memory 64m "$base" true ||
  skip "podman cannot run a container with a limit of memory here"

say "Building the image"
mkdir -p "$work/context/target/quarkus-app"
cp -p .dockerignore "$work/context/"
cp -p target/quarkus-app/* "$work/context/target/quarkus-app/"
buildah "${store[@]}" bud --isolation chroot --pull-never --build-arg REVISION=of-this-run -f "$dockerfile" -t "$image" "$work/context" \
  >"$work/build.log" 2>&1 || die "the build failed: $(tail -n 20 "$work/build.log")"
files=$(podman image mount "$image")
[ -s "$files/app/classes.jsa" ] || die "the image has no archive of classes"
if [ -f target/quarkus-app/quarkus-run.cdx.json ]; then
  [ -s "$files/app/quarkus-run.cdx.json" ] || die "the image has no SBOM"
fi
[ -z "$(ls -A "$files/tmp")" ] || die "the build left files in /tmp: $(ls -lA "$files/tmp")"
podman image umount "$image" >/dev/null
labels=$(podman image inspect -f '{{json .Labels}}' "$image")
for label in title description licenses version revision; do
  case $labels in *"\"org.opencontainers.image.$label\":\""[!\"]*) ;; *) die "the image has no label $label: $labels" ;; esac
done
case $labels in *of-this-run*) ;; *) die "the build does not take the revision: $labels" ;; esac

# Runs the image with the options $3... until it has symbolicated the demo's trace; $2 names the run.
demo() {
  local name=$1 what=$2 url=http://127.0.0.1:$port
  shift 2
  say "Running the image $what"
  podman run -d --name "$name" "${limits[@]}" -e QUARKUS_HTTP_HOST=127.0.0.1 -e QUARKUS_HTTP_PORT="$port" \
    -e SYMBOLICATOR_FETCH_ALLOWED_ORIGINS="$url" "$@" "$image" >/dev/null
  local tries=0
  until curl -s -f -o "$work/ready" "$url/q/health/ready"; do
    tries=$((tries + 1))
    [ "$(podman inspect -f '{{.State.Running}}' "$name")" = true ] && [ "$tries" -lt 600 ] ||
      die "the service did not start: $(podman logs "$name" 2>&1 | tail -n 20)"
    sleep 0.1
  done
  curl -s -f "$url/demo/trace.json" | sed "s#http://localhost:8080#$url#g" >"$work/trace.json"
  curl -s -D "$work/head" -o "$work/answer.json" --data-binary "@$work/trace.json" "$url/symbolicate"
  grep -q -i '^symbolication: mapped=19, total=20' "$work/head" ||
    die "the demo was not symbolicated: $(cat "$work/head")"
  podman stop -t 10 "$name" >/dev/null
  local end
  end=$(podman inspect -f '{{.State.ExitCode}} {{.State.OOMKilled}}' "$name")
  [ "$end" = "143 false" ] || die "after SIGTERM the container ended with status and OOM kill: $end"
}

options=$(sed -n 's/^docker run --rm -p 8080:8080 \(.*\) profile-symbolicator:.*/\1/p' README.md)
[ -n "$options" ] || die "README.md has no command that runs the image"
# shellcheck disable=SC2086 # several words
demo readme "as README.md does: $options" $options

memory=$(awk '/limits:/ { limits = 1 } limits && $1 == "memory:" { print tolower($2); exit }' "$manifest")
java=$(awk '/name: MALLOC_ARENA_MAX/ { exit } java && !/value: >-/ { printf "%s ", $0 } /name: JAVA_TOOL_OPTIONS/ { java = 1 }' \
  "$manifest" | tr -s ' ')
demo kubernetes "as k8s/base does, in $memory and as another user" --read-only --tmpfs /tmp --memory "${memory%i}" \
  --user 1000650000:0 --cap-drop all --security-opt no-new-privileges -e JAVA_TOOL_OPTIONS="$java" -e MALLOC_ARENA_MAX=2

say "Running the image without a writable /tmp"
status=0
podman run --name sealed "${limits[@]}" --read-only --read-only-tmpfs=false "$image" >"$work/sealed.log" 2>&1 || status=$?
lines=$(grep -c -v '^Picked up ' "$work/sealed.log" || true)
{ [ "$status" = 1 ] && [ "$lines" = 1 ] && grep -q 'not writable' "$work/sealed.log"; } ||
  die "without a writable /tmp, expected one line and status 1, not $status: $(cat "$work/sealed.log")"
say "The image is right"
