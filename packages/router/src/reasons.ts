/** An HTTP status, what it means, and what whoever writes a client does about it. */
type Explanation = { status: number; meaning: string; todo: string };

const explained = (status: number, meaning: string, todo: string): Explanation => ({
  status,
  meaning,
  todo,
});

const fix = 'It is a mistake in the program: correct the request.';

/**
 * Why a request can fail, for programs to switch on, and what each reason means: `docs/use/errors.md` is made of it. A reason is never
 * renamed and never changes its code.
 */
export const reasonMeanings = {
  ACCOUNT_SUSPENDED: explained(
    403,
    'The code was right, and the account is suspended. `message` says until when, and why.',
    'Show `message` as it is. Asking again does not help before the suspension ends. With `ticket` one can appeal within 30 minutes.',
  ),
  ACTION_NOT_FOUND: explained(
    404,
    'There is no moderation action of that id that whoever asks could undo.',
    'Read the history again.',
  ),
  ANSWER_FORM_UNKNOWN: explained(
    400,
    'A tRPC request asks for a form of answer that there is not. Nothing was run.',
    'Use `httpLink`, `httpBatchLink` or `httpBatchStreamLink` of `@trpc/client` 11.',
  ),
  ANSWER_TOO_LARGE: explained(
    413,
    'The answers to earlier calls of the same batch are as large as one answer may be. This call was not begun.',
    'Send it again in another request, or with fewer others.',
  ),
  APPEALED_ALREADY: explained(
    409,
    'Another look was asked for already. Each decision is appealed against once.',
    'Show `message`: the answer stands where the reason stands.',
  ),
  AUDIENCE_UNKNOWN: explained(
    403,
    '`AUDIENCES` does not list this audience.',
    'It is a mistake in the program or its settings: correct the name, or have it listed.',
  ),
  BATCH_TOO_LARGE: explained(
    400,
    'A tRPC request holds more calls than one may.',
    'Send 10 calls at once at most: give the batching link `maxItems: 10`.',
  ),
  BODY_NOT_OBJECT: explained(400, 'The body is JSON, but not an object.', fix),
  BODY_REQUIRED: explained(400, 'The request has no body, and needs one.', fix),
  BODY_TOO_DEEP: explained(400, 'The body is nested too deeply.', fix),
  BODY_TOO_LARGE: explained(413, 'The body is larger than any valid one.', fix),
  CHANGED_MEANWHILE: explained(
    409,
    'Somebody else changed the row since it was read. `message` says what they did.',
    'Read it again and let the person decide.',
  ),
  CODE_INVALID: explained(
    401,
    'The code is wrong, used or expired, or short codes are not accepted for this address just now. It is the same for addresses without an account.',
    'Let the person try the long code of the same mail, or ask for a new mail.',
  ),
  CONFIGURED_ADMIN: explained(
    403,
    '`ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.',
    'Leave it to an admin whose address is listed.',
  ),
  CURSOR_EXPIRED: explained(
    410,
    'Changes after the cursor are kept no longer, or the cursor is of before the database was restored or moved.',
    'Ask for a cursor with `from=now`, read all profiles anew, and by `GET /users/{id}` each user that you keep. Then go on from that cursor.',
  ),
  FRESH_SIGN_IN_REQUIRED: explained(
    403,
    'The session began more than an hour ago, and this takes a newer one.',
    'Have the person sign in again, then repeat the call with the new token.',
  ),
  HEADERS_TOO_LARGE: explained(431, 'The headers are too large.', fix),
  INPUT_INVALID: explained(
    400,
    'A value is not valid. `issues` says which, and what it has to be.',
    'Show each issue beside its field.',
  ),
  INTERNAL: explained(
    500,
    'Something is wrong with the service. Its log has the error under the `X-Request-Id` of the answer.',
    'Do not repeat it by itself. Report the `X-Request-Id` to whoever runs the service.',
  ),
  ITEM_NOT_FOUND: explained(
    404,
    'There is no open item of that id that whoever asks may decide about, or has to themselves.',
    'Ask for the next items.',
  ),
  KEY_NOT_FOUND: explained(
    404,
    'There is no such service key, or it has ended.',
    'Read the list of keys again.',
  ),
  LAST_ADMIN: explained(
    409,
    'Nobody would be left who could give roles.',
    'Make somebody else an admin first.',
  ),
  MAIL_PROVIDER_REFUSED: explained(
    503,
    'The mail provider did not do what an admin asked of it. `message` says why.',
    'Show `message`.',
  ),
  MALFORMED_JSON: explained(400, 'The body is not valid JSON.', fix),
  MALFORMED_PATH: explained(400, 'The path is not validly percent-encoded UTF-8.', fix),
  MALFORMED_QUERY: explained(400, 'The query is not validly percent-encoded UTF-8.', fix),
  MALFORMED_REQUEST: explained(400, 'The request is no valid HTTP or tRPC request.', fix),
  MALFORMED_TEXT: explained(400, 'The body is not valid UTF-8.', fix),
  METHOD_NOT_ALLOWED: explained(405, 'The path does not take this method.', fix),
  NOTE_NOT_FOUND: explained(
    404,
    'There is no note of that id that whoever asks may remove: its author and admins may.',
    'Read the notes again.',
  ),
  NOT_HIDDEN: explained(
    409,
    'The profile is not hidden, so there is nothing to appeal against.',
    'Read the profile again.',
  ),
  NOT_OWNER: explained(
    403,
    'The profile is somebody else’s.',
    'Offer changes to its owner alone.',
  ),
  NOT_SUSPENDED: explained(
    409,
    'The code was right, and no account of this address is suspended. The code is used up.',
    'Have the person sign in by a new mail.',
  ),
  OWN_PROFILE: explained(
    403,
    'The profile is of whoever asks, or of whoever made the service key.',
    'Leave it to another moderator: nobody hides or restores their own profile.',
  ),
  OWN_REPORT: explained(
    403,
    'Whoever asks, or whoever made the service key, has reported the profile.',
    'Leave it to another moderator: nobody decides about what they reported.',
  ),
  PARAMETER_REPEATED: explained(
    400,
    'A parameter of the query is given more than once.',
    fix,
  ),
  PATH_NOT_FOUND: explained(404, 'There is nothing at this path.', fix),
  PROFILE_LIMIT: explained(
    403,
    'The account has as many profiles as one may have.',
    'Show `message`: one has to be deleted first.',
  ),
  PROFILE_NOT_FOUND: explained(
    404,
    'There is no profile of this username, or it is hidden from whoever asks.',
    'Show that it is not there.',
  ),
  RATE_LIMITED: explained(
    429,
    'Too much was asked for by this account or network. Nothing was done.',
    'Repeat it after the seconds in `Retry-After`.',
  ),
  REQUEST_TIMEOUT: explained(
    408,
    'The request took too long to arrive.',
    'Send it again.',
  ),
  ROLE_MISSING: explained(
    403,
    'It takes a role that whoever calls does not have, or no longer.',
    'Read `GET /users/me` again and offer what the role allows.',
  ),
  SCOPE_MISSING: explained(
    403,
    'It takes a service key with a scope that this one does not have, or no service key may do it.',
    'Ask an admin for a key with that scope. `message` names it.',
  ),
  SESSION_NOT_FOUND: explained(
    404,
    'There is no such session of that person, or it has ended.',
    'Read the list of sessions again.',
  ),
  TOKEN_INVALID: explained(
    401,
    'No token was sent, or it does not sign anybody in any more.',
    'Forget the token and have the person sign in. Do so for no other reason.',
  ),
  UNAVAILABLE: explained(
    503,
    'The service can’t do it now: its database is away, or too much is asked at once. Whether it was done is not known.',
    'Repeat it after the seconds in `Retry-After`.',
  ),
  UNDO_TAKES_ADMIN: explained(
    403,
    'A moderator would undo changes of somebody else to more than 50 profiles at once.',
    'Show `message`: an admin can undo it.',
  ),
  UNSUPPORTED_MEDIA_TYPE: explained(415, 'The body is not sent as plain JSON.', fix),
  URI_TOO_LONG: explained(414, 'The address is too long.', fix),
  USERNAME_TAKEN: explained(
    409,
    'Somebody has the username, it is reserved, or it rests after it was given up.',
    'Let the person choose another.',
  ),
  USER_NOT_FOUND: explained(
    404,
    'There is no such user, or no longer.',
    'Read the list of users again.',
  ),
  WAITING_ACT_NOT_FOUND: explained(
    404,
    'No act of that id waits, or it is for somebody else to decide about.',
    'Read the list of acts that wait again.',
  ),
  WAITS_FOR_ADMIN: explained(
    403,
    'A moderator has changed as many profiles as one may in an hour or a day. Nothing was done. The act waits until an admin decides, unless `message` says that too many wait.',
    'Show `message`. Asking again changes nothing.',
  ),
  WEBHOOK_LIMIT: explained(
    403,
    'There are as many webhooks as there may be.',
    'Show `message`: one has to be ended first.',
  ),
  WEBHOOK_NOT_FOUND: explained(
    404,
    'There is no such webhook, or no longer.',
    'Read the list again.',
  ),
} satisfies Record<string, Explanation>;

export type Reason = keyof typeof reasonMeanings;

const isReason = (name: string): name is Reason => Object.hasOwn(reasonMeanings, name);

/** All reasons, by the alphabet. */
export const reasons = Object.keys(reasonMeanings).filter(isReason);
