#!/usr/bin/env bash
# Makes the six calls over REST, with only curl and node.
#
#     bash examples/six-calls.sh [address of the service]
#
# It reads the code from the test mailbox, so the service must run without a mail provider. If the service has
# another DATA_DIR, or runs in another folder, set DATA_DIR to its folder, or NAMECARD_MAILBOX to the mailbox's address.
set -euo pipefail

origin=${1:-http://127.0.0.1:3000}
api=$origin/api/v1
mailbox=${NAMECARD_MAILBOX:-$(cat "${DATA_DIR:-.data}/mailbox-url")}
name=curl-$RANDOM$RANDOM
email=$name@example.com

# Prints one value of the JSON on standard input: value .data.token
value() { node -p "JSON.parse(fs.readFileSync(0))$1"; }

# A failed call ends the script and prints the error.
call() { curl --silent --show-error --fail-with-body -H 'content-type: application/json' "$@"; echo; }

echo '1. Send a code'
call "$api/auth/send-code" -d "{\"email\":\"$email\"}"

# The mail arrives a moment later.
until code=$(curl --silent "$mailbox.json" |
  value ".find((mail) => mail.to === '$email').subject.slice(0, 6)" 2>/dev/null); do sleep 0.2; done

echo '2. Exchange it for the user and a token'
signed_in=$(call "$api/auth/verify-code" -d "{\"email\":\"$email\",\"otp\":\"$code\"}")
echo "$signed_in"
auth="authorization: Bearer $(value .data.token <<<"$signed_in")"

echo '3. Update yourself'
call -X PATCH "$api/users/me" -H "$auth" -d "{\"username\":\"$name\"}"

echo '4. Create a profile'
call "$api/profiles" -H "$auth" -d "{\"username\":\"$name\",\"referral\":\"\"}"

echo '5. List profiles'
call "$api/profiles?page=1&limit=5&reverse=false" -H "$auth"

echo '6. Set its links and its text'
call -X PATCH "$api/profiles/$name/socials" -H "$auth" \
  -d '{"socials":{"website":"https://example.org"},"about":"Made with curl."}'
