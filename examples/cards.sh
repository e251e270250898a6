#!/usr/bin/env bash
# Signs in, creates a card, edits it and lists the others, with curl and jq.
#
#     bash examples/cards.sh [address of the service]
#
# It reads the code from the test mailbox, so the service must run without a mail provider. If the service has
# another DATA_DIR, or runs in another folder, set DATA_DIR to its folder, or NAMECARD_MAILBOX to the mailbox's address.
set -euo pipefail

origin=${1:-${NAMECARD:-http://127.0.0.1:3000}}
api=$origin/api/v1
mailbox=${NAMECARD_MAILBOX:-$(cat "${DATA_DIR:-.data}/mailbox-url")}
name=card-$RANDOM$RANDOM
email=$name@example.com

# A failed call ends the script and prints the error, with its reason.
call() { curl --silent --show-error --fail-with-body -H 'content-type: application/json' "$@"; }

# The code of the newest mail to the address. It arrives a moment later.
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

# For a day, repeating this call creates no second card.
jq -n --arg username "$name" '{$username, referral: ""}' |
  call "$api/profiles" -H "$auth" -d @- | jq -r .message

jq -n '{about: "Made by a shell script.", socials: {website: "https://example.com/"}}' |
  call -X PATCH "$api/profiles/$name/socials" -H "$auth" -d @- | jq .data.profile

echo 'The newest cards:'
call "$api/profiles?limit=5" -H "$auth" | jq -r '.data.profiles[] | "  \(.username)  \(.about // "")"'

# All cards, oldest first, by pages. Each comes once, even if others are created meanwhile.
cursor='' total=0
while page=$(call -G "$api/profiles/walk" -H "$auth" ${cursor:+--data-urlencode "cursor=$cursor"}); do
  total=$((total + $(jq '.data.profiles | length' <<<"$page")))
  cursor=$(jq -r '.data.nextCursor // empty' <<<"$page")
  [ -n "$cursor" ] || break
done
echo "$total cards in all"

call -X POST "$api/auth/sign-out" -H "$auth" >/dev/null
