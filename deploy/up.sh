#!/bin/bash
# Takes a bare Debian server to a running Namecard with HTTPS. Run again from a newer
# release's folder, it upgrades. As root, with the folder of a release in /opt:
#
#   deploy/up.sh DOMAIN              by compose, or by systemd where Docker is missing
#   deploy/up.sh --run DOMAIN        as its own children, where both are missing
#   deploy/up.sh --change NAME       replaces mail or another secret of /etc/namecard
set -euo pipefail
umask 077

folder=$(cd "$(dirname "$0")/.." && pwd -P)
etc=/etc/namecard
state=/var/lib/namecard
backups=/var/lib/namecard-backup

say() { printf '%s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}
ask() {
  printf '%s ' "$1" >&2
  IFS= read -r ${2:+"$2"} answer || die 'No answer.'
  [ -z "${2:-}" ] || say ''
}
ask_secret() { ask "$1" -s; }
version_of() { sed -n 's/.*"version": "\(.*\)".*/\1/p' "$1/apps/api/package.json"; }
random() { head -c "$1" /dev/urandom | base64 -w 0 | tr '+/' '-_'; }
node() { "$folder/node_modules/.bin/node" "$@"; }

# Before there are settings: with the answers so far, and without a database.
tried() {
  env EMAIL_FROM="${sender:-hello@$domain}" PUBLIC_URL="https://$domain" DATA_DIR=/nonexistent \
    "$(tr a-z- A-Z_ <<< "$mail")_FILE=$etc/$mail~" "$folder/namecard" "$@" 2>&1
}

need_memory() {
  local free
  free=$(awk '/^(MemAvailable|SwapFree):/ { sum += $2 } END { print int(sum / 1024) }' /proc/meminfo)
  [ "$free" -ge 700 ] || die "Only $free MB of memory are free, and 700 are needed. Stop other programs, add swap, or take a larger machine. Then run this again."
}

# Sets $mail and writes the secret to a file beside the final one.
ask_mail() {
  local said
  while :; do
    ask_secret "How does mail leave? Postmark's server token, or an SMTP server as smtps://user:password@host:465 (not shown):"
    case $answer in smtp*) mail=smtp-url ;; *) mail=postmark-server-token ;; esac
    printf '%s' "$answer" > "$etc/$mail~"
    said=$(tried doctor || true)
    ! grep -E '^ok +mail:' <<< "$said" >&2 || return 0
    grep -E '^fail +(mail|settings):' <<< "$said" >&2 || say "$said"
  done
}

# Nothing is called ready before somebody has a mail in their hands.
test_mail() {
  while :; do
    [ -n "${sender:-}" ] || { ask 'The sender, as members see it, such as Cards <hello@example.com>:' && sender=$answer; }
    [ -n "${admin:-}" ] || { ask "The first admin's address:" && admin=$answer; }
    if tried mail test --no-database "$admin" >&2; then
      ask "Has the test mail reached $admin (y/n)?"
      [ "$answer" != y ] || return 0
      say "Look in the spam folder. Give the sender's domain the provider's SPF and DKIM records."
    else
      say 'Let the provider confirm the sender, or give another one. docs/run/mail.md explains the words.'
    fi
    sender='' admin=''
  done
}

write_settings() {
  local proxy=127.0.0.1
  [ "$way" != compose ] || proxy=172.31.253.2
  mv "$etc/$mail~" "$etc/$mail"
  [ -s "$etc/secret-key" ] || random 48 > "$etc/secret-key"
  [ -s "$etc/metrics-token" ] || random 24 > "$etc/metrics-token"
  printf '%s\n' "EMAIL_FROM=$sender" "ADMIN_EMAILS=$admin" "PUBLIC_URL=https://$domain" "TRUST_PROXY=$proxy" SHUTDOWN_DELAY=3 > "$etc/settings"
}

# --- the three ways: compose, systemd, run ---

mail_file() { if [ -e "$etc/smtp-url" ]; then echo smtp-url; else echo postmark-server-token; fi; }

compose() {
  local mail
  mail=$(mail_file)
  NAMECARD_VERSION=$(version_of "$folder") NAMECARD_MAIL=$mail NAMECARD_MAIL_SETTING=$(tr a-z- A-Z_ <<< "$mail") docker compose --project-name namecard --file "$folder/deploy/compose.yml" "$@"
}

# The command line of $folder, with the settings of the service.
namecard() {
  case $way in
    compose) compose run --rm --no-deps -T --entrypoint /namecard/namecard backup "$@" ;;
    *) NAMECARD_PROGRAM=$folder/namecard "$folder/deploy/namecard" "$@" ;;
  esac
}

# Where nobody collects ended processes, they stay as zombies.
runs() { grep -qs '^State:.[^Z]' "/proc/$(cat "/run/namecard/$1" 2> /dev/null)/status"; }

end() {
  ! runs "$1" || kill "$(cat "/run/namecard/$1")"
  for _ in $(seq 300); do
    runs "$1" || return 0
    sleep 0.1
  done
  kill -KILL "$(cat "/run/namecard/$1")"
}

child() {
  local name=$1
  shift
  end "$name"
  setsid "$@" < /dev/null >> "/var/log/namecard-$name.log" 2>&1 &
  echo $! > "/run/namecard/$name"
}

run_service() {
  local words
  read -ra words <<< "$(sed -n 's|^ExecStart=/opt/namecard/||p' "$folder/deploy/namecard@.service")"
  cd "$folder"
  child "service-$port" env NAMECARD_PROGRAM="$folder/${words[0]}" PORT="$port" DATA_DIR="$state/$port" MALLOC_MMAP_THRESHOLD_=16384 \
    "$folder/deploy/namecard" "${words[@]:1}"
}

prepare() {
  case $way in
    compose)
      compose build
      [ -s "$etc/postgres-password" ] || random 24 > "$etc/postgres-password"
      [ -s "$etc/database-url" ] || printf 'postgresql://namecard:%s@postgres:5432/namecard' "$(cat "$etc/postgres-password")" > "$etc/database-url"
      # The container's user reads these.
      chmod 711 "$etc"
      chown 10001 "$etc/database-url" "$etc/secret-key" "$etc/metrics-token" "$etc/$(mail_file)"
      compose up --detach --wait postgres
      ;;
    *)
      if [ ! -s "$etc/database-url" ]; then
        runuser -u postgres -- createuser namecard
        runuser -u postgres -- createdb --owner namecard namecard
        printf 'postgresql://namecard@%%2Fvar%%2Frun%%2Fpostgresql/namecard' > "$etc/database-url"
      fi
      ;;
  esac
}

# Starts $folder beside the running instance, on the other of two ports. Compose has one
# container, so there calls wait.
start() {
  ln -sfn "$folder" /opt/namecard
  other=$(cat "$state/port" 2> /dev/null || echo 3001)
  port=$((6001 - other))
  case $way in
    compose) compose up --detach namecard backup ;;
    systemd)
      for unit in "$folder"/deploy/namecard*.*; do
        sed "s/postmark-server-token/$(mail_file)/; s/POSTMARK_SERVER_TOKEN/$(mail_file | tr a-z- A-Z_)/" "$unit" > "/etc/systemd/system/$(basename "$unit")"
      done
      chmod 644 /etc/systemd/system/namecard*
      systemctl daemon-reload
      systemctl restart "namecard@$port"
      systemctl enable --now "namecard-probe@$port.timer" namecard-doctor.timer namecard-backup.timer
      ;;
    run) run_service ;;
  esac
}

stop() {
  case $way in
    compose) ;;
    systemd) systemctl disable --now "namecard-probe@$1.timer" "namecard@$1" ;;
    run) end "service-$1" ;;
  esac
}

# Leaves everything as it was if the new instance does not answer.
replace() {
  local old
  old=$(readlink -f /opt/namecard || true)
  start
  if ready "http://127.0.0.1:$([ "$way" = compose ] && echo 3000 || echo "$port")"; then
    [ "$way" != systemd ] || systemctl enable "namecard@$port"
    echo "$port" > "$state/port"
    # Caddy looks twice a second.
    sleep 2
    stop "$other"
    return
  fi
  stop "$port"
  [ "$old" = /opt/namecard ] || ln -sfn "$old" /opt/namecard
  if [ "$way" = compose ] && [ "$old" != "$folder" ]; then folder=$old && start; fi
  return 1
}

proxy() {
  local upstream='127.0.0.1:3000 127.0.0.1:3001'
  [ "$way" != compose ] || upstream=namecard:3000
  mkdir -p /etc/caddy
  sed "s/^DOMAIN/$domain/; s/UPSTREAM/$upstream/" "$folder/deploy/Caddyfile" > /etc/caddy/Caddyfile
  chmod 644 /etc/caddy/Caddyfile
  case $way in
    compose) compose up --detach caddy ;;
    systemd) systemctl enable caddy && systemctl reload-or-restart caddy ;;
    run)
      child caddy caddy run --config /etc/caddy/Caddyfile
      # shellcheck disable=SC2016 # The inner shell expands it.
      child backup sh -c 'while :; do sleep 86400; /opt/namecard/deploy/namecard backup --keep 14 "$1"; done' backup "$backups"
      ;;
  esac
}

ready() {
  local probe="fetch('$1/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
  for _ in $(seq 30); do
    [ "$way" != run ] || runs "service-$port" || return 1
    case "$way $1" in
      'compose http:'*) ! compose exec -T namecard node -e "$probe" || return 0 ;;
      *) ! node -e "$probe" || return 0 ;;
    esac
    sleep 1
  done
  return 1
}

# --- what a person asks for ---

choose_way() {
  way=$(cat "$state/way" 2> /dev/null || true)
  [ -z "$way" ] || return 0
  if [ "${run:-}" ]; then way=run
  elif docker compose version > /dev/null 2>&1; then way=compose
  elif [ -d /run/systemd/system ]; then way=systemd
  else die 'There is neither Docker with compose nor systemd: install one, or add --run.'; fi
}

need_programs() {
  [ "$way" != compose ] || return 0
  command -v caddy psql curl > /dev/null || {
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql caddy curl > /dev/null
  }
  # Debian starts it with its package, but its own page would have port 80.
  [ "$way" != systemd ] || systemctl stop caddy
  if [ "$way" = run ]; then service postgresql start > /dev/null; fi
  id namecard > /dev/null 2>&1 || useradd --system namecard
  install -m 755 "$folder/deploy/namecard" /usr/local/bin/namecard
  install -d -m 700 -o namecard -g namecard "$backups"
  install -d -m 755 "$state"
}

install_first() {
  need_memory
  node "$folder/deploy/reach.mjs" "$domain" || {
    [ $? = 2 ] || exit 1
    ask 'Only behind a router that does not lead back to itself this may be right. Go on (yes)?'
    [ "$answer" = yes ] || exit 1
  }
  install -d -m 700 "$etc"
  ask_mail
  test_mail
  need_programs
  write_settings
  prepare
  echo "$way" > "$state/way"
  replace || die 'The service does not answer: its log says why (journalctl, docker logs, /var/log/namecard-service-3000.log).'
  proxy
}

# Goes back by itself if the new version does not answer.
upgrade() {
  local new=$folder from to back=yes
  folder=$(readlink -f /opt/namecard)
  if [ "$folder" = "$new" ]; then
    replace || die 'It does not start with these settings: correct them, and run this again. A running instance goes on with the former ones, but not with compose.'
    return
  fi
  from=$(version_of "$folder") to=$(version_of "$new")
  say "From $from to $to. First a backup."
  namecard backup --keep 14 "$([ "$way" = compose ] && echo /backups || echo "$backups")"
  folder=$new
  [ "$way" != compose ] || compose build
  namecard config > /dev/null
  namecard migrate --beside "$from" || {
    back=no
    ask "After this there is no way back to $from but the backup. Go on (yes)?"
    [ "$answer" = yes ] || die 'Nothing was changed.'
  }
  namecard migrate
  ! replace || return 0
  [ $back = yes ] || die "$to does not answer, and $from can't run after its migration: restore the backup (docs/run/backups.md)."
  die "$to did not answer, so $from goes on. What people wrote is kept."
}

# The old secrets come back if the service does not start with the new one.
change() {
  local name=$1
  folder=$(readlink -f /opt/namecard)
  domain=$(sed -n 's|^PUBLIC_URL=https://||p' "$etc/settings")
  sender=$(sed -n 's/^EMAIL_FROM=//p' "$etc/settings")
  admin=$(sed -n 's/^ADMIN_EMAILS=\([^,]*\).*/\1/p' "$etc/settings")
  rm -rf "$etc.0"
  if [ "$name" = mail ]; then
    ask_mail
    test_mail
    cp -a "$etc" "$etc.0"
    rm "$etc/$(mail_file)"
    name=$mail
  else
    [ -e "$etc/$name" ] || die "There is no secret $etc/$name."
    ask_secret "The new $name (not shown):"
    cp -a "$etc" "$etc.0"
    printf '%s' "$answer" > "$etc/$name~"
  fi
  chown --reference="$etc/secret-key" "$etc/$name~"
  mv "$etc/$name~" "$etc/$name"
  if namecard config > /dev/null && replace; then
    rm -r "$etc.0"
    return
  fi
  rm -r "$etc"
  mv "$etc.0" "$etc"
  rm -f "$etc"/*~
  [ "$way" != compose ] || start
  die "The service does not start with it: the old $name stays in use."
}

[ "$(id -u)" = 0 ] || die 'Run this as root.'
if [ ! -f "$folder/Dockerfile" ] || [ "${folder%/*}" != /opt ]; then die "Unpack a release in /opt, and run its deploy/up.sh (docs/run/install.md)."; fi
[ "${1:-}" != --run ] || { run=1 && shift; }
choose_way
mkdir -p "$state" /run/namecard
if [ "${1:-}" = --change ]; then
  change "${2:?give the name of a file in $etc}"
  say 'It is in use.'
  exit
fi
domain=${1:?give the domain, such as cards.example.com}
[[ $domain =~ ^[a-z0-9.-]+\.[a-z0-9-]+$ ]] || die 'Give a domain alone, such as cards.example.com.'
if [ -s "$state/way" ]; then upgrade; else install_first; fi
ready "https://$domain" || die "https://$domain does not answer yet: Caddy's log says why (journalctl --unit caddy, docker logs, /var/log/namecard-caddy.log)."
say "Ready: https://$domain/ for members, https://$domain/admin/ for moderators. Copy $etc/secret-key to a safe place, apart from backups."
