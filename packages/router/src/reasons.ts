/** `todo` is for authors of clients. */
type Explanation = { status: number; meaning: string; todo: string };

const explained = (status: number, meaning: string, todo: string): Explanation => ({
  status,
  meaning,
  todo,
});

const fix = 'The program is wrong. Correct the request.';

/**
 * The reasons of failures, for programs. `docs/use/errors.md` is generated from
 * it. A reason is never renamed and keeps its code.
 */
export const reasonMeanings = {
  ACCOUNT_SUSPENDED: explained(
    403,
    'The code was right, and the account is suspended, or was when it was erased. `message` says until when, and why.',
    'Show `message` as it is. Asking again does not help before the suspension ends. With `ticket` the person can appeal within 30 minutes.',
  ),
  ACTION_NOT_FOUND: explained(
    404,
    'There is no moderation action with this id that the caller can undo.',
    'Read the history again.',
  ),
  ACT_NOT_FOUND: explained(
    404,
    'There is no such act that the caller can start, see or stop. A preview works once, for ten minutes, and the ten newest of a session or key are kept.',
    'Preview it again, or list the acts.',
  ),
  ADDRESS_CONFIGURED: explained(
    409,
    'A setting names the account’s address or the new one: `ADMIN_EMAILS` or `TEST_LOGINS`.',
    'Ask the operator to change the setting first.',
  ),
  ADDRESS_HELD: explained(
    403,
    'The code was right, but an account may come back to this address, or waits to get it. `message` says until when.',
    'Show `message` as it is. The person can sign in with the account’s other address.',
  ),
  ADDRESS_TAKEN: explained(
    409,
    'Another account has the new address, or may come back to it.',
    'Let the person choose another address.',
  ),
  ADDRESS_UNCHANGED: explained(
    409,
    'The account has this address already.',
    'Nothing is left to do.',
  ),
  ANSWER_FORM_UNKNOWN: explained(
    400,
    'A tRPC request asks for an unknown form of answer. Nothing was done.',
    'Use `httpLink`, `httpBatchLink` or `httpBatchStreamLink` of `@trpc/client` 11.',
  ),
  APPEALED_ALREADY: explained(
    409,
    'This decision was appealed already. Each decision can be appealed once.',
    'Show `message`. The answer to the appeal is shown beside the reason.',
  ),
  AUDIENCE_UNKNOWN: explained(
    403,
    '`AUDIENCES` does not list this audience.',
    'Correct the name in the program, or ask the operator to list it.',
  ),
  BATCH_TOO_LARGE: explained(
    400,
    'A tRPC request has too many calls.',
    'Send at most 10 calls at once: give the batching link `maxItems: 10`.',
  ),
  BODY_NOT_OBJECT: explained(400, 'The body is JSON, but not an object.', fix),
  BODY_REQUIRED: explained(400, 'The request needs a body.', fix),
  BODY_TOO_DEEP: explained(400, 'The body is nested too deeply.', fix),
  BODY_TOO_LARGE: explained(413, 'The body is larger than any valid one.', fix),
  CHANGED_MEANWHILE: explained(
    409,
    'Somebody else changed the row since it was read. `message` says what they did.',
    'Read it again and let the person decide.',
  ),
  CODE_INVALID: explained(
    401,
    'The code is wrong, used or expired, or short codes are refused for this address now. Addresses without an account get the same answer. Or a mailed `code` is not for this call.',
    'Let the person try the long code of the same mail, or ask for a new mail. If the call has a `code`, repeat it without one to get another. For an erasure, call `POST /users/me/removal` again.',
  ),
  CODE_REQUIRED: explained(
    403,
    'The call goes far, so it needs a code. One was mailed to the caller.',
    'Ask the person for the code, then repeat the call with it as `code`, within 10 minutes and in the same session.',
  ),
  CONFIGURED_ADMIN: explained(
    403,
    '`ADMIN_EMAILS` lists the address of this person, but not the address of the caller.',
    'Ask an admin whose address is listed.',
  ),
  CURSOR_EXPIRED: explained(
    410,
    'The changes after the cursor are no longer kept, or the database was restored or moved since.',
    'Ask for a cursor with `from=now`. Read all profiles again. Read each user that you store with `GET /users/{id}`. Then go on from that cursor.',
  ),
  FRESH_SIGN_IN_REQUIRED: explained(
    403,
    'The session began more than an hour ago. This call needs a newer one.',
    'Have the person sign in again, then repeat the call with the new token.',
  ),
  HEADERS_TOO_LARGE: explained(431, 'The headers are too large.', fix),
  INPUT_INVALID: explained(
    400,
    'A value is not valid. `issues` says which, and what is allowed.',
    'Show each issue beside its field.',
  ),
  INTERNAL: explained(
    500,
    'The service has a fault. Its log has the error with the `X-Request-Id` of the answer.',
    'Do not repeat it automatically. Report the `X-Request-Id` to the operator.',
  ),
  INVITATION_LIMIT: explained(
    429,
    'The service has invited as many people as it may in 24 hours. Nobody of this call was invited.',
    'Show `message`. Send the rest tomorrow, or have the operator invite them on the command line.',
  ),
  ITEM_NOT_FOUND: explained(
    404,
    'There is no open item with this id that the caller may decide about, or somebody else has it.',
    'Ask for the next items.',
  ),
  KEY_NOT_FOUND: explained(
    404,
    'There is no such service key, or it has ended.',
    'Read the list of keys again.',
  ),
  LAST_ADMIN: explained(
    409,
    'After this there would be no admin.',
    'Make somebody else an admin first.',
  ),
  MAIL_PROVIDER_REFUSED: explained(
    503,
    'The mail provider refused what an admin asked for, or a mailed code could not be sent. `message` says why.',
    'Show `message`.',
  ),
  MALFORMED_JSON: explained(400, 'The body is not valid JSON.', fix),
  MALFORMED_PATH: explained(400, 'The path is not validly percent-encoded UTF-8.', fix),
  MALFORMED_QUERY: explained(400, 'The query is not validly percent-encoded UTF-8.', fix),
  MALFORMED_REQUEST: explained(400, 'The request is not valid HTTP or tRPC.', fix),
  MALFORMED_TEXT: explained(400, 'The body is not valid UTF-8.', fix),
  METHOD_NOT_ALLOWED: explained(405, 'The path does not take this method.', fix),
  MOVED_RECENTLY: explained(
    409,
    'The address of the account changed within the last seven days.',
    'Show `message`. It says from when on it can change again.',
  ),
  MOVE_NOT_FOUND: explained(
    404,
    'No such change of an address is open.',
    'Read the user again.',
  ),
  MOVE_OPEN: explained(
    409,
    'A change of the account’s address can still be taken back. Until then its owner can’t erase the account, and a suspended person can’t save its data. Nor can the owner erase it while a change waits that its old address may not stop.',
    'Show `message`. It says until when. An admin can do both now, and the operator.',
  ),
  MOVE_TAKES_ADMIN: explained(
    409,
    'The old address has ended an earlier change, so another admin must agree, and there is none.',
    'Ask the operator to run `./namecard user readdress`.',
  ),
  MOVE_WAITS: explained(
    409,
    'A change of the account’s address that an admin opened is not over.',
    'Have an admin end it first.',
  ),
  NOTE_NOT_FOUND: explained(
    404,
    'There is no note with this id that the caller may remove. Its author and admins may.',
    'Read the notes again.',
  ),
  NOT_HIDDEN: explained(
    409,
    'The profile is not hidden, so there is no decision to appeal against.',
    'Read the profile again.',
  ),
  NOT_OWNER: explained(
    403,
    'The profile is somebody else’s.',
    'Offer changes only to its owner.',
  ),
  NOT_SUSPENDED: explained(
    409,
    'The code was right, and no account of this address is suspended. The code is used up.',
    'Let the person sign in with a new mail.',
  ),
  OWN_ADDRESS: explained(
    403,
    'An admin can’t decide about their own address, or agree to their own case.',
    'Ask another admin.',
  ),
  OWN_PROFILE: explained(
    403,
    'The profile belongs to the caller, or to the admin who created the service key.',
    'Ask another moderator. Nobody hides or restores their own profile.',
  ),
  OWN_REPORT: explained(
    403,
    'The caller reported the profile, or the admin who created the service key did.',
    'Ask another moderator. Nobody decides about what they reported.',
  ),
  PARAMETER_REPEATED: explained(
    400,
    'A parameter of the query is given more than once.',
    fix,
  ),
  PATH_NOT_FOUND: explained(404, 'There is nothing at this path.', fix),
  PROFILE_LIMIT: explained(
    403,
    'The account has reached the limit of profiles.',
    'Show `message`. The person must delete one first.',
  ),
  PROFILE_NOT_FOUND: explained(
    404,
    'There is no profile with this username, or it is hidden from the caller.',
    'Show that there is no such profile.',
  ),
  RATE_LIMITED: explained(
    429,
    'The account or its IP network has sent too many requests, or a service key has changed too many profiles. Nothing was done.',
    'Repeat it after the seconds in `Retry-After`.',
  ),
  REPORT_LIMIT: explained(
    429,
    'The account or the IP address has sent as many reports as it may in a day. The report was not stored.',
    'Show `message`. Repeat it after the seconds in `Retry-After`.',
  ),
  REPORTS_FULL: explained(
    429,
    'Others have sent too many reports without an account today. The report was not stored, through no fault of its sender.',
    'Show `message`: it says to sign in, and gives `CONTACT_URL` if set. Offer the sign-in, and send the report with the token.',
  ),
  REQUEST_TIMEOUT: explained(
    408,
    'The request took too long to arrive.',
    'Send it again.',
  ),
  ROLE_MISSING: explained(
    403,
    'The call needs a role that the caller does not have, or no longer has.',
    'Read `GET /users/me` again and offer what the role allows.',
  ),
  SCOPE_MISSING: explained(
    403,
    'The call needs a service key with a scope that the caller does not have. Or no service key may make this call.',
    'If `message` names a scope, ask an admin for a key with it. Otherwise a person must sign in.',
  ),
  SESSION_NOT_FOUND: explained(
    404,
    'The person has no such session, or it has ended.',
    'Read the list of sessions again.',
  ),
  TOKEN_INVALID: explained(
    401,
    'No token was sent, or it is no longer valid.',
    'Forget the token and let the person sign in. Do this for no other reason.',
  ),
  UNAVAILABLE: explained(
    503,
    'The service can’t answer now: it can’t reach its database, or there are too many calls. The call may have been done or not.',
    'Repeat it after the seconds in `Retry-After`.',
  ),
  UNDO_TAKES_ADMIN: explained(
    403,
    'The undo would take back somebody else’s changes to more than 50 profiles at once.',
    'Show `message`. An admin can undo it.',
  ),
  UNSUPPORTED_MEDIA_TYPE: explained(415, 'The body is not sent as plain JSON.', fix),
  URI_TOO_LONG: explained(414, 'The address is too long.', fix),
  USERNAME_TAKEN: explained(
    409,
    'The username belongs to somebody, is reserved, or was given up less than 90 days ago.',
    'Let the person choose another.',
  ),
  USER_NOT_FOUND: explained(
    404,
    'There is no such user. The account may have been erased.',
    'Forget the id, or read the list of users again.',
  ),
  WAITS_FOR_ADMIN: explained(
    403,
    'The act would change more profiles than a moderator may change in an hour or a day. Nothing was done. The act waits for an admin, unless `message` says that too many acts wait.',
    'Show `message`. Asking again changes nothing.',
  ),
  WEBHOOK_LIMIT: explained(
    403,
    'The limit of webhooks is reached.',
    'Show `message`. One must be removed first.',
  ),
  WEBHOOK_NOT_FOUND: explained(
    404,
    'There is no such webhook. It may have been ended.',
    'Read the list again.',
  ),
} satisfies Record<string, Explanation>;

export type Reason = keyof typeof reasonMeanings;

const isReason = (name: string): name is Reason => Object.hasOwn(reasonMeanings, name);

/** In alphabetical order. */
export const reasons = Object.keys(reasonMeanings).filter(isReason);
