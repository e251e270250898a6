#!/bin/bash
# Builds both targets of deploy/Dockerfile without an engine or a registry: by Debian's
# buildah in a chroot, on base images made by mmdebstrap. Needs root.
#
#   build-image.sh SOURCE TAG
set -euo pipefail
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
source=$1 tag=$2
if ! command -v buildah mmdebstrap > /dev/null; then
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends buildah crun mmdebstrap; } > /dev/null ||
    { echo 'The image is not checked: buildah and mmdebstrap can not be installed.' >&2; exit 1; }
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! buildah inspect --type image namecard-check-base > /dev/null 2>&1; then
  mmdebstrap --quiet --variant=minbase bookworm "$work/base.tar"
  base=$(buildah from scratch)
  buildah add -q "$base" "$work/base.tar" /
  buildah commit -q "$base" namecard-check-base
  # It stands for node:24-bookworm, with this machine's npm and its settings.
  root=$(buildah mount "$base")
  mkdir -p "$root"/usr/local/{bin,etc,lib/node_modules} "$root/etc/ssl/certs"
  cp -L "$source/node_modules/.bin/node" "$root/usr/local/bin/node"
  cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$root/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  for file in /usr/local/etc/npmrc /etc/npmrc "$HOME/.npmrc"; do
    [ ! -f "$file" ] || install -D "$file" "$root$file"
  done
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$base"
  buildah umount "$base" > /dev/null
  buildah commit -q "$base" namecard-check-node
  buildah rm "$base" > /dev/null
fi
cd "$source"
for target in service demo; do
  buildah bud --quiet --layers --network host --pull=never --format docker \
    --ignorefile deploy/Dockerfile.dockerignore --file deploy/Dockerfile --target "$target" \
    --build-arg NODE_IMAGE=localhost/namecard-check-node --build-arg BASE_IMAGE=localhost/namecard-check-base \
    --build-arg VERSION="$tag" --build-arg REVISION="$(git rev-parse --short HEAD)" --tag "namecard-check:$tag-$target" . >&2
done
