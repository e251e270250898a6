#!/usr/bin/env bash
# Signs in, makes a card, edits it and lists the others, with curl and jq.
#
#     bash examples/cards.sh [address of the service]
#
# The code is read from the development mailbox, so the service must run without an email provider. Where the
# service was started in another folder, set NAMECARD_MAILBOX to the mailbox's address.
set -euo pipefail

origin=${1:-${NAMECARD:-http://127.0.0.1:3000}}
api=$origin/api/v1
mailbox=${NAMECARD_MAILBOX:-$(cat "${DATA_DIR:-.data}/mailbox-url")}
name=card-$RANDOM$RANDOM
email=$name@example.com

# A call that fails ends the script and shows the error's body, whose reason says why.
call() { curl --silent --show-error --fail-with-body -H 'content-type: application/json' "$@"; }

# The newest mail to the address, once the outbox has delivered it.
mailed_code() {
  local code=''
  for _ in $(seq 50); do
    code=$(call "$mailbox.json" |
      jq -r --arg to "$email" 'first(.[] | select(.to == $to) | .subject | split(" ")[0]) // empty')
    [ -n "$code" ] && break
    sleep 0.1
  done
  echo "$code"
}

jq -n --arg email "$email" '{$email}' | call "$api/auth/send-code" -d @- >/dev/null
token=$(jq -n --arg email "$email" --arg otp "$(mailed_code)" '{$email, $otp}' |
  call "$api/auth/verify-code" -d @- | jq -r .data.token)
auth="authorization: Bearer $token"

# Creating is safe to repeat for a day: the same answer, and one card.
jq -n --arg username "$name" '{$username, referral: ""}' |
  call "$api/profiles" -H "$auth" -d @- | jq -r .message

jq -n '{about: "Made by a shell script.", socials: {website: "https://example.com/"}}' |
  call -X PATCH "$api/profiles/$name/socials" -H "$auth" -d @- | jq .data.profile

echo 'The newest cards:'
call "$api/profiles?limit=5" -H "$auth" | jq -r '.data.profiles[] | "  \(.username)  \(.about // "")"'

# Everybody, oldest first, a hundred at a time: nobody twice, whoever is created meanwhile.
cursor='' total=0
while page=$(call -G "$api/profiles/walk" -H "$auth" ${cursor:+--data-urlencode "cursor=$cursor"}); do
  total=$((total + $(jq '.data.profiles | length' <<<"$page")))
  cursor=$(jq -r '.data.nextCursor // empty' <<<"$page")
  [ -n "$cursor" ] || break
done
echo "$total cards in all"

call -X POST "$api/auth/sign-out" -H "$auth" >/dev/null
