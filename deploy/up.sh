#!/bin/bash
# Takes a bare Debian server to a running Namecard with HTTPS. Run again it takes new
# settings, and from a newer release's folder it upgrades. As root, with the release
# unpacked in /opt:
#
#   deploy/up.sh DOMAIN           by compose, or by systemd where Docker is missing
#   deploy/up.sh --run DOMAIN     as its own children, where both are missing
#   deploy/up.sh --change NAME    replaces mail, or another file of /etc/namecard
set -Eeuo pipefail
umask 077

folder=$(cd "$(dirname "$0")/.." && pwd -P)
PATH=$folder/node_modules/.bin:$PATH
etc=/etc/namecard
state=/var/lib/namecard
link=/opt/namecard

say() { printf '%s\n' "$*" >&2; }
die() { say "$*" && exit 1; }
trap 'say "It stopped at: $BASH_COMMAND"' ERR

ask() { # VARIABLE QUESTION [-s for a secret]
  local -n asked=$1
  local answer shown=${asked:-}
  [ $# = 2 ] || shown=${shown:+as before}
  printf '%s%s: ' "$2" "${shown:+ [$shown]}" >&2
  IFS= read -r ${3:+"$3"} answer || die 'No answer.'
  [ $# = 2 ] || say ''
  asked=${answer:-${asked:-}}
}

# systemd, compose and deploy/namecard read these quotes alike (docs/run/settings.md).
get() {
  local value
  value=$(sed -n "s/[[:space:]]*$//; s|^$1=||p" "$etc/settings" 2> /dev/null | tail -n 1 || true)
  case $value in
    \'*\') value=${value:1:-1} ;;
    \"*\") value=$(sed 's/\\\(.\)/\1/g' <<< "${value:1:-1}") ;;
  esac
  printf '%s' "$value"
}
put() { # NAME VALUE
  local value="'$2'"
  [[ $2 != *[\'\\]* ]] || value="\"$(sed 's/["$\\]/\\&/g' <<< "$2")\""
  { grep -sv "^$1=" "$etc/settings" || true; printf '%s\n' "$1=$value"; } > "$etc/settings~"
  mv "$etc/settings~" "$etc/settings"
}

# What --change replaced comes back, unless the service runs with the new one. $etc.0 is
# whole whenever it is there: it is copied, and removed, as $etc.1.
take_back() {
  rm -rf "$etc.1"
  [ ! -d "$etc.0" ] || { rm -rf "$etc" && mv "$etc.0" "$etc"; }
}

# --- the three ways: compose, systemd, run ---

# Another version's image would be the wrong program for this one's database.
version_of() { sed -n 's/.*"version": "\(.*\)".*/\1/p' "$folder/apps/api/package.json"; }
fill() { # FILE FOLDER
  local upstream='127.0.0.1:3000 127.0.0.1:3001' mail=''
  [ "$way" != compose ] || upstream=namecard:3000
  [ ! -e "$etc/smtp-url" ] || mail='s/postmark-server-token/smtp-url/g; s/POSTMARK_SERVER_TOKEN/SMTP_URL/'
  sed "s/^DOMAIN/$domain/; s/UPSTREAM/$upstream/; s/image: namecard$/&:$(version_of)/; $mail" "$folder/deploy/$1" > "$2/$1"
  chmod 644 "$2/$1"
}

compose() {
  fill compose.yml "$state"
  # The containers' group reads the secrets, and only root writes them.
  chown root:10001 "$etc"/*
  chmod 640 "$etc"/* && chmod 600 "$etc/settings" && chmod 711 "$etc"
  docker compose --project-name namecard --project-directory "$folder/deploy" --file "$state/compose.yml" "$@" < /dev/null
}

# The command line of $folder, with the settings of the service.
namecard() {
  case $way in
    compose) compose run --rm --no-deps -T --entrypoint ./namecard backup "$@" ;;
    *) NAMECARD_PROGRAM=$folder/namecard "$folder/deploy/namecard" "$@" < /dev/null ;;
  esac
}

child() { # NAME COMMAND…
  start-stop-daemon --start --quiet --oknodo --background --make-pidfile --pidfile "/run/namecard-$1" \
    --output "/var/log/namecard-$1.log" --chdir "$folder" --startas "$2" -- "${@:3}"
}

# What the machine has of $folder: units, logrotate's file, and the command line.
put_in_place() {
  local unit
  install -m 755 "$folder/deploy/namecard" /usr/local/bin
  case $way in
    systemd)
      for unit in "$folder"/deploy/namecard*.*; do fill "${unit##*/}" /etc/systemd/system; done
      systemctl daemon-reload
      ;;
    run) install -m 644 "$folder/deploy/logrotate" /etc/logrotate.d/namecard ;;
  esac
}

start() {
  local words
  [ "$way" = compose ] || put_in_place
  case $way in
    compose) compose up --detach --force-recreate namecard backup ;;
    systemd) systemctl restart "namecard@$port" ;;
    run)
      # A run that was interrupted may have left another version there.
      stop "$port"
      read -ra words < <(sed -n "s|^ExecStart=$link/||p" "$folder/deploy/namecard@.service")
      (
        export NAMECARD_PROGRAM=$folder/${words[0]} PORT=$port DATA_DIR=$state/$port MALLOC_MMAP_THRESHOLD_=16384
        serve=(child "$port" "$folder/deploy/namecard" "${words[@]:1}")
        "${serve[@]}"
        # As systemd does: starts it again if it has ended, and ends one that hangs. The
        # terminal of this run may close meanwhile.
        trap '' HUP
        while sleep 5; do
          curl --silent --output /dev/null --max-time 10 --retry 2 "http://127.0.0.1:$port/healthz" || [ $? != 28 ] ||
            start-stop-daemon --stop --quiet --signal KILL --pidfile "/run/namecard-$port" || true
          "${serve[@]}" || true
        done < /dev/null > /dev/null 2>&1 9>&- &
        echo $! > "/run/namecard-$port-keeper"
      )
      child backup /bin/sh -c "while sleep 86400; do logrotate /etc/logrotate.d/namecard; $link/deploy/namecard backup --keep 14 $state-backup; done"
      ;;
  esac
}

stop() { # PORT
  local one
  case $way in
    systemd) systemctl disable --now "namecard-probe@$1.timer" "namecard@$1" ;;
    run)
      for one in "$1-keeper" "$1"; do
        start-stop-daemon --stop --quiet --oknodo --retry TERM/30/KILL/5 --remove-pidfile --pidfile "/run/namecard-$one"
      done
      ;;
  esac
}

# One that ends is not waited for: its container takes this with it.
ready() { # URL [PREFIX…]
  "${@:2}" node --input-type=module -e "
    const end = Date.now() + 60_000;
    const ask = () => fetch('$1/readyz', { signal: AbortSignal.timeout(5000) }).then((found) => found.json());
    while ((await ask().catch(() => ({}))).status !== 'ok') {
      if (Date.now() > end) process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }"
}

# Starts $folder beside the running instance, on the other of two ports. Compose has one
# container, so there calls wait. What ran before goes on if the new one does not answer.
replace() {
  local old other port unit prefix=()
  old=$(readlink "$link" || echo "$folder")
  other=$(cat "$state/port" 2> /dev/null || echo 3001)
  port=$((6001 - other))
  [ "$way" != compose ] || port=3000 prefix=(compose exec -T namecard)
  ln -sfn "$folder" "$link"
  if start && ready "http://127.0.0.1:$port" "${prefix[@]}"; then
    [ "$way" != systemd ] || systemctl enable --now "namecard@$port" "namecard-probe@$port.timer" namecard-doctor.timer namecard-backup.timer
    echo "$port" > "$state/port"
    [ ! -d "$etc.0" ] || mv "$etc.0" "$etc.1"
    sleep 2 # Caddy looks twice a second.
    stop "$other"
    return
  fi
  take_back
  # Its container goes, and the log with it.
  if [ "$way" = compose ]; then compose logs --no-log-prefix --tail 20 namecard >&2; else stop "$port"; fi || true
  for unit in "$folder"/deploy/namecard*.*; do rm -f "/etc/systemd/system/${unit##*/}"; done
  folder=$old
  ln -sfn "$folder" "$link"
  if [ "$way" = compose ]; then start; else put_in_place; fi || true
  die "It does not answer, and what ran before goes on. The log says why: above with compose, else journalctl --unit namecard@$port, or /var/log/namecard-$port.log"
}

need_programs() {
  local secret database=namecard@%2Fvar%2Frun%2Fpostgresql
  install -d -m 755 "$state" /etc/caddy
  [ "$way" != compose ] || database=namecard@postgres
  [ -s "$etc/database-url" ] || printf 'postgresql://%s/namecard' $database > "$etc/database-url"
  for secret in secret-key metrics-token; do
    [ -s "$etc/$secret" ] || { head -c 48 /dev/urandom | base64 -w 0 > "$etc/$secret~" && mv "$etc/$secret~" "$etc/$secret"; }
  done
  if [ "$way" = compose ]; then
    compose build --build-arg "VERSION=$(version_of)" --build-arg "REVISION=$(cat "$folder/revision" 2> /dev/null || true)"
    compose up --detach --wait postgres
    return
  fi
  type caddy psql logrotate curl > /dev/null 2>&1 || {
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql caddy curl logrotate > /dev/null 9>&-
    # The package starts it, with a page of its own.
    [ "$way" != systemd ] || systemctl stop caddy
  }
  [ "$way" != run ] || service postgresql start >&2 9>&-
  id namecard > /dev/null 2>&1 || useradd --system namecard
  runuser -u postgres -- psql --quiet -c 'create role namecard login' -c 'create database namecard owner namecard' 2> /dev/null || true
  install -d -m 700 -o namecard -g namecard "$state-backup"
}

# Nothing is called ready before somebody has a mail in their hands.
ask_mail() {
  local secret sender admin name arrived=no
  secret=$(cat "$etc/smtp-url" "$etc/postmark-server-token" 2> /dev/null || true)
  sender=$(get EMAIL_FROM) admin=$(get ADMIN_EMAILS)
  until [ "$arrived" = y ]; do
    ask secret "How mail leaves: Postmark's server token, or smtps://user:password@host:465 (not shown)" -s
    ask sender 'Its sender, such as Cards <hello@example.com>'
    ask admin "Your address, the first admin's"
    case $secret in smtp*) name=smtp-url ;; *) name=postmark-server-token ;; esac
    rm -f "$etc/smtp-url" "$etc/postmark-server-token"
    printf '%s' "$secret" > "$etc/$name"
    put EMAIL_FROM "$sender"
    put ADMIN_EMAILS "$admin"
    if namecard migrate > /dev/null && namecard mail test "${admin%%,*}" >&2; then
      ask arrived "Type y if the test mail has reached ${admin%%,*}"
      [ "$arrived" = y ] || say "Look in the spam folder. Give the sender's domain the provider's SPF and DKIM records."
    else
      say "Correct what it names: the token or password; the sender, which the provider has to confirm first; or the server's name and port, which many hosters block (docs/run/mail.md). Enter keeps an answer."
    fi
  done
}

install_first() {
  local free proxy=127.0.0.1
  free=$(awk '/^(MemAvailable|SwapFree):/ { sum += $2 } END { print int(sum / 1024) }' /proc/meminfo)
  [ "$free" -ge 700 ] || die "Only $free MB of memory are free, and 700 are needed: stop other programs or add swap, and run this again."
  node "$folder/deploy/reach.mjs" "$domain" "$way" || exit 1
  install -d -m 700 "$etc"
  [ "$way" != compose ] || proxy=172.31.253.2
  put PUBLIC_URL "https://$domain"
  put TRUST_PROXY $proxy
  put SHUTDOWN_DELAY 3
  need_programs
  ask_mail
}

upgrade() {
  local new=$folder from to sure=''
  [ "https://$domain" = "$(get PUBLIC_URL)" ] || die "$etc/settings has another PUBLIC_URL: $(get PUBLIC_URL). Change it there, or give its domain."
  folder=$(readlink "$link")
  from=$(version_of) to=$(folder=$new version_of)
  if [ "$folder" != "$new" ]; then
    say "From $from to $to. First a backup."
    namecard backup --keep 14 "$([ "$way" = compose ] && echo /backups || echo "$state-backup")"
  fi
  folder=$new
  need_programs
  namecard config > /dev/null
  namecard migrate --beside "$from" || {
    [ $? = 2 ] || die 'Nothing was changed.'
    ask sure "After this there is no way back to $from but the backup. Type yes to go on"
    [ "$sure" = yes ] || die 'Nothing was changed.'
  }
  namecard migrate > /dev/null
}

change() { # NAME
  local value=''
  folder=$(readlink "$link") || die 'Nothing runs yet: give the domain first.'
  domain=$(get PUBLIC_URL | sed 's|https://||')
  # The provider alone knows whether its secret fits.
  case $1 in smtp-url | postmark-server-token) set -- mail ;; esac
  [ "$1" = mail ] || [[ $1 =~ ^[a-z-]+$ && $1 != settings && -e $etc/$1 ]] || die "Give mail, or the name of a secret in $etc, such as metrics-token."
  cp -a "$etc" "$etc.1"
  sync -f "$etc.1"
  mv "$etc.1" "$etc.0"
  if [ "$1" = mail ]; then ask_mail; else
    ask value "The new $1 (not shown)" -s
    [ "$value" ] || die 'Nothing was changed.'
    printf '%s' "$value" > "$etc/$1"
    # Asks the database too: a key or a password that does not fit it is told here.
    namecard key list > /dev/null || die 'Nothing was changed.'
  fi
  replace
  say 'It is in use.'
}

[ "$(id -u)" = 0 ] || die 'Run this as root.'
if [ ! -f "$folder/Dockerfile" ] || [ "${folder%/*}" != /opt ]; then die 'Unpack a release in /opt, and run its deploy/up.sh (docs/run/install.md).'; fi
# Two at once would each take the other's half of a change for the whole. What goes on
# after this run must not inherit the lock (9>&-).
exec 9> /run/namecard-up
flock -n 9 || die 'Another up.sh runs: wait until it has ended.'
trap take_back EXIT
take_back
way=$(cat "$state/way" 2> /dev/null || true)
if [ "$way" ]; then :
elif [ "${1:-}" = --run ]; then way=run
elif docker compose version > /dev/null 2>&1; then way=compose
elif [ -d /run/systemd/system ]; then way=systemd
else die 'There is neither Docker with compose nor systemd: install one, or add --run.'; fi
[ "${1:-}" != --run ] || shift
[ "${1:-}" != --change ] || { change "${2:-}"; exit; }

domain=${1:-}
[[ $domain =~ ^[a-z0-9.-]+\.[a-z0-9-]+$ ]] || die 'Give a domain alone, such as cards.example.com.'
if [ -e "$state/way" ]; then upgrade; else install_first; fi
replace
echo "$way" > "$state/way"
fill Caddyfile /etc/caddy
case $way in
  compose) compose up --detach caddy && { compose exec -T caddy caddy reload --config /etc/caddy/Caddyfile || true; } ;;
  systemd) systemctl enable caddy && systemctl reload-or-restart caddy ;;
  run) caddy reload --config /etc/caddy/Caddyfile 2> /dev/null || caddy start --config /etc/caddy/Caddyfile >> /var/log/namecard-caddy.log 2>&1 < /dev/null 9>&- ;;
esac
ready "https://$domain" || die "https://$domain does not answer yet. Caddy's log says why: docker logs namecard-caddy-1, journalctl --unit caddy, or /var/log/namecard-caddy.log"
say "Ready: https://$domain/ for members, https://$domain/admin/ for moderators. Copy $etc/secret-key to a safe place, apart from backups."
