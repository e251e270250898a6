#!/bin/bash
# Builds both targets of deploy/Dockerfile and runs them, without an engine or a registry:
# by Debian's buildah in a chroot, on base images made by mmdebstrap. Needs root.
set -euo pipefail
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
cd "$(dirname "$0")/../../.."
origin=http://127.0.0.1:3977

{ command -v buildah && command -v mmdebstrap; } > /dev/null || {
  echo 'The images are not checked. On Debian: apt-get install buildah crun mmdebstrap' >&2
  exit 1
}
work=$(mktemp -d)
containers=()
clean() {
  jobs -p | xargs -r kill 2> /dev/null && wait
  [ ${#containers[@]} = 0 ] || buildah rm "${containers[@]}" > /dev/null
  git worktree prune
  rm -rf "$work"
}
trap clean EXIT
trap 'echo "Line $LINENO failed." >&2' ERR

# What stands for Debian, and for node:24-bookworm with this machine's npm.
make_bases() {
  local base root file
  mmdebstrap --quiet --variant=minbase bookworm "$work/base.tar"
  base=$(buildah from scratch)
  buildah add -q "$base" "$work/base.tar" /
  buildah commit -q "$base" namecard-check-base
  root=$(buildah mount "$base")
  mkdir -p "$root/usr/local/lib/node_modules" "$root/etc/ssl/certs"
  cp -L node_modules/.bin/node "$root/usr/local/bin/node"
  cp -r "${npm_execpath%/bin/npm-cli.js}" "$root/usr/local/lib/node_modules"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  for file in /etc/ssl/certs/ca-certificates.crt /usr/local/etc/npmrc /etc/npmrc "$HOME/.npmrc"; do
    [ ! -f "$file" ] || install -D "$file" "$root$file"
  done
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$base"
  buildah commit -q "$base" namecard-check-node
  buildah rm "$base" > /dev/null
}

build() { # SOURCE TAG
  local target
  for target in service demo; do
    echo "Building $2-$target …"
    buildah bud --quiet --layers --network host --pull=never --format docker \
      --ignorefile "$1/deploy/Dockerfile.dockerignore" --file "$1/deploy/Dockerfile" --target "$target" \
      --build-arg NODE_IMAGE=localhost/namecard-check-node --build-arg BASE_IMAGE=localhost/namecard-check-base \
      --build-arg VERSION="$2" --build-arg REVISION="$(git -C "$1" rev-parse --short HEAD)" \
      --tag "namecard-check:$2-$target" "$1" > /dev/null
  done
}

# Sets $root, $user and $words (environment, entry point, command) to an image's.
open() { # TAG
  local image=localhost/namecard-check:$1 inspect=(buildah inspect --type image --format)
  containers+=("$(buildah from --pull=never "$image")")
  root=$(buildah mount "${containers[-1]}")
  user=$("${inspect[@]}" '{{.Docker.Config.User}}' "$image")
  mapfile -t words < <("${inspect[@]}" '{{with .Docker.Config}}{{range .Env}}{{println .}}{{end}}{{range .Entrypoint}}{{println .}}{{end}}{{range .Cmd}}{{println .}}{{end}}{{end}}' "$image" | grep .)
}

# As a container does: a read-only root, volumes, the image's user, no other environment.
enter() { # [NAME=VALUE…] COMMAND…
  # shellcheck disable=SC2016 # The inner shell expands it.
  exec unshare --mount sh -euc 'root=$1 work=$2 user=$3; shift 3
    mount --bind "$root" "$root"; mount -o remount,ro,bind "$root"
    mount -t proc proc "$root/proc"; mount -t tmpfs tmpfs "$root/tmp"; mount --rbind /dev "$root/dev"
    for folder in data backups; do mount --bind "$work/$folder" "$root/$folder"; done
    exec chroot --userspec="$user" "$root" /usr/bin/env --chdir=/namecard -i "$@"' enter "$root" "$work" "$user" "$@"
}

# Waits until the image answers.
start() { # NAME [NAME=VALUE…]
  local began
  rm -f "$work/log"
  began=$(date +%s%3N)
  (enter "${@:2}" PORT=3977 "${words[@]}") > "$work/log" 2>&1 &
  pid=$!
  until grep -qs '^{"ready":' "$work/log"; do
    kill -0 "$pid" 2> /dev/null || { cat "$work/log"; exit 1; }
    sleep 0.05
  done
  echo "$1: ready in $(($(date +%s%3N) - began)) ms, $(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$pid/status") MB resident"
}
stop() { kill "$pid" && wait "$pid"; }
namecard() { (enter "${settings[@]}" NODE_ENV=production DATA_DIR=/data PATH=/namecard/node_modules/.bin:/usr/bin:/bin "$@"); }
post() { curl -sf -H 'content-type: application/json' -H "authorization: Bearer ${token:-}" "$origin/api/v1/$1" -d "$2"; }
card() { curl -sf -H "authorization: Bearer $token" "$origin/api/v1/profiles/ann" > /dev/null; }

buildah inspect --type image localhost/namecard-check-node > /dev/null 2>&1 || make_bases
build . now
previous=now
if tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2> /dev/null); then
  git worktree add -q --detach "$work/previous" "$tag"
  previous=previous
  build "$work/previous" previous
else echo 'There is no release yet: this version stands for the previous one.'; fi
install -d -o 10001 -g 10001 "$work/data" "$work/backups"
chmod 711 "$work"

node_modules/.bin/node --input-type=module -e "
  import { startEmbedded, withConnection } from '@namecard/embedded-postgres';
  const { url, stop } = await startEmbedded({ dataDir: '$work/postgres' });
  await withConnection(url, (admin) => admin.query('create database restored'));
  process.once('SIGTERM', stop);
  console.log(url);" > "$work/url" &
until [ -s "$work/url" ]; do sleep 0.1; done
url=$(cat "$work/url")
login=$(./namecard test-login ann@example.com --until "$(date -u +%F)" 2> /dev/null | tr -d "'")
settings=(SECRET_KEY="$(printf 'check-%.0s' $(seq 8))" POSTMARK_SERVER_TOKEN=none EMAIL_FROM=a@example.com "PUBLIC_URL=$origin" "$login")

open "$previous-service"
start 'The previous service' "${settings[@]}" DATABASE_URL="$url"
otp=$(sed 's/.*=//; s/ .*//' <<< "$login")
token=$(post auth/verify-code "{\"email\":\"ann@example.com\",\"otp\":\"$otp\"}" | sed 's/.*"token":"\([^"]*\)".*/\1/')
post profiles '{"username":"ann","referral":""}' > /dev/null
stop

open now-service
megabytes=$(du -sm "$root/namecard" | cut -f 1)
echo "The service: $megabytes MB of ours"
[ "$megabytes" -lt 200 ]
[[ $user =~ ^[0-9]+:[0-9]+$ ]]
(enter "${words[@]}") > "$work/log" 2>&1 || true
grep -q namecard:demo "$work/log"
start 'The service, on the data of the previous one' "${settings[@]}" DATABASE_URL="$url"
card
namecard DATABASE_URL="$url" ./namecard backup /backups/now.backup
stop
namecard DATABASE_URL="${url%/*}/restored" ./namecard restore /backups/now.backup
start 'The service, on the restored backup' "${settings[@]}" DATABASE_URL="${url%/*}/restored"
card
stop

open now-demo
start 'The demo'
NAMECARD_MAILBOX=$origin/$(sed -n 's|^This is the demo.* http://[^/]*/||p' "$work/log") bash examples/six-calls.sh "$origin" > /dev/null
stop
echo 'The images keep their promises.'
