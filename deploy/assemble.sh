#!/bin/sh
# Makes a new folder that the service can run in: its sources, the built admin app, the
# packages of production, and Node. Tests and build tools stay behind. So does the
# embedded PostgreSQL: the service in the folder needs a DATABASE_URL.
#
#   npm ci --include=dev && npm run build && deploy/assemble.sh /opt/namecard
set -eu

source=$(cd "$(dirname "$0")/.." && pwd)
target=${1:?give the path of a new folder}
[ -f "$source/apps/admin/dist/index.html" ] || { echo 'Run npm run build first.' >&2; exit 1; }
[ ! -e "$target" ] || { echo "$target already exists: name another folder." >&2; exit 1; }

mkdir -p "$target"
target=$(cd "$target" && pwd)
cd "$source"

# npm needs the manifests of all workspaces in the lock file. It then installs one
# workspace and its dependencies.
for manifest in package.json package-lock.json .npmrc apps/*/package.json packages/*/package.json tools/*/package.json examples/*/package.json; do
  mkdir -p "$target/$(dirname "$manifest")"
  cp "$manifest" "$target/$manifest"
done
for folder in apps/* packages/*; do
  cp -R "$folder/src" "$target/$folder/src"
done
cd "$target"
# Nearly all optional packages are programs of the embedded PostgreSQL.
npm ci --omit=dev --omit=optional --ignore-scripts --workspace @namecard/api

# TypeScript is a peer dependency of tRPC, only for its types.
rm -r node_modules/typescript node_modules/@typescript

# Keeps only the workspaces that npm linked.
for folder in apps/* packages/* tools/* examples/*; do
  [ -L "node_modules/@namecard/$(basename "$folder")" ] || rm -r "$folder"
done
find node_modules/@namecard node_modules/.bin -xtype l -delete
rmdir tools examples 2>/dev/null || true

find apps packages -path '*/node_modules' -prune -o \( -name '*.test.ts' -o -name tests -o -name testing -o -name testing.ts -o -name fixtures \) -print -prune |
  xargs rm -r
mkdir -p apps/admin
cp -R "$source/apps/admin/dist" apps/admin/dist
cp "$source/LICENSE" "$source/namecard" .
# The service serves its documents to programs.
cp -R "$source/docs" docs
rm -rf docs/images
# The service's version ends with the revision.
if [ -e "$source/.git" ]; then git -C "$source" rev-parse --short HEAD > revision || rm -f revision; fi

# Copies the Node that the tests ran on. npm installed none here: only the root's
# package.json lists it.
mkdir -p node_modules/.bin
cp -L "$source/node_modules/.bin/node" node_modules/.bin/node

du -sm . | sed "s|\.|MB in $target|"
