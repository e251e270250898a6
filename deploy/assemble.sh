#!/bin/sh
# Puts what the service runs on into a new folder: its sources, the built admin app, the packages of production, and Node.
# What builds and tests it stays behind, and so does the embedded PostgreSQL: there has to be a DATABASE_URL.
#
#   npm ci --include=dev && npm run build && deploy/assemble.sh /opt/namecard
set -eu

source=$(cd "$(dirname "$0")/.." && pwd)
target=${1:?the folder to make}
[ -f "$source/apps/admin/dist/index.html" ] || { echo 'Run npm run build first.' >&2; exit 1; }
[ ! -e "$target" ] || { echo "$target is there already." >&2; exit 1; }

mkdir -p "$target"
target=$(cd "$target" && pwd)
cd "$source"

# npm wants the manifests of all workspaces that the lock file lists, and installs the packages of one and those it stands on.
for manifest in package.json package-lock.json .npmrc apps/*/package.json packages/*/package.json tools/*/package.json examples/*/package.json; do
  mkdir -p "$target/$(dirname "$manifest")"
  cp "$manifest" "$target/$manifest"
done
for folder in apps/* packages/*; do
  cp -R "$folder/src" "$target/$folder/src"
done
cd "$target"
# Optional is the embedded PostgreSQL alone.
npm ci --omit=dev --omit=optional --ignore-scripts --workspace @namecard/api

# The compiler is a peer of tRPC for its types alone.
rm -r node_modules/typescript node_modules/@typescript

# Of the workspaces only those stay that npm linked for it.
for folder in apps/* packages/* tools/* examples/*; do
  [ -L "node_modules/@namecard/$(basename "$folder")" ] || rm -r "$folder"
done
find node_modules/@namecard node_modules/.bin -xtype l -delete
rmdir tools examples 2>/dev/null || true

find apps packages -path '*/node_modules' -prune -o \( -name '*.test.ts' -o -name tests -o -name testing -o -name testing.ts -o -name fixtures \) -print -prune |
  xargs rm -r
mkdir -p apps/admin
cp -R "$source/apps/admin/dist" apps/admin/dist
cp "$source/LICENSE" LICENSE
# The service gives its documents to programs that ask for them.
cp -R "$source/docs" docs
rm -rf docs/images
# The version that the service tells of itself ends with it.
if [ -e "$source/.git" ]; then git -C "$source" rev-parse --short HEAD > revision || rm -f revision; fi

# The same Node that the tests ran on, once: the package that brings it has a second link to it.
mkdir -p node_modules/.bin
cp -L "$source/node_modules/.bin/node" node_modules/.bin/node

du -sm . | sed "s|\.|MB in $target|"
