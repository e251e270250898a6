import type { AnyCallReason, AppRouter, Reason as ServerReason } from '@namecard/router';
import type { inferProcedureErrorShape, AnyTRPCProcedure } from '@trpc/server';
import type { ProcedurePath } from './procedures.ts';

export type { ServerReason };

/**
 * - `final`, `of any call`: the same call would fail again.
 * - `passing`: the call may succeed later. It may have been done.
 * - `not done`: the call may succeed later. It was not done.
 * - `by status`: the HTTP status decides.
 * - `session over`: the token is no longer valid.
 */
type Consequence =
  | 'final'
  | 'of any call'
  | 'passing'
  | 'not done'
  | 'by status'
  | 'session over';

/** Compiles only with exactly the reasons of the service, and those of every call marked. */
const serverReasons: Record<AnyCallReason, 'of any call' | 'passing'> &
  Record<Exclude<ServerReason, AnyCallReason>, 'final' | 'not done' | 'session over'> = {
  ACCOUNT_SUSPENDED: 'final',
  ACT_NOT_FOUND: 'final',
  ACTION_NOT_FOUND: 'final',
  ADDRESS_CONFIGURED: 'final',
  ADDRESS_HELD: 'final',
  ADDRESS_TAKEN: 'final',
  ADDRESS_UNCHANGED: 'final',
  ANSWER_FORM_UNKNOWN: 'of any call',
  APPEALED_ALREADY: 'final',
  AUDIENCE_UNKNOWN: 'final',
  BATCH_TOO_LARGE: 'of any call',
  BODY_NOT_OBJECT: 'of any call',
  BODY_REQUIRED: 'of any call',
  BODY_TOO_DEEP: 'of any call',
  BODY_TOO_LARGE: 'of any call',
  CHANGED_MEANWHILE: 'final',
  CODE_INVALID: 'final',
  // The call succeeds with the mailed code.
  CODE_REQUIRED: 'final',
  CONFIGURED_ADMIN: 'final',
  // The next call must start without the cursor.
  CURSOR_EXPIRED: 'final',
  // The call succeeds after another sign-in by the user.
  FRESH_SIGN_IN_REQUIRED: 'final',
  HEADERS_TOO_LARGE: 'of any call',
  INPUT_INVALID: 'final',
  INTERNAL: 'of any call',
  // The limit is for a day.
  INVITATION_LIMIT: 'final',
  ITEM_NOT_FOUND: 'final',
  KEY_NOT_FOUND: 'final',
  LAST_ADMIN: 'final',
  MAIL_PROVIDER_REFUSED: 'final',
  MALFORMED_JSON: 'of any call',
  MALFORMED_PATH: 'of any call',
  MALFORMED_QUERY: 'of any call',
  MALFORMED_REQUEST: 'of any call',
  MALFORMED_TEXT: 'of any call',
  METHOD_NOT_ALLOWED: 'of any call',
  MOVED_RECENTLY: 'final',
  MOVE_NOT_FOUND: 'final',
  MOVE_OPEN: 'final',
  MOVE_TAKES_ADMIN: 'final',
  MOVE_WAITS: 'final',
  NOTE_NOT_FOUND: 'final',
  NOT_HIDDEN: 'final',
  NOT_OWNER: 'final',
  NOT_SUSPENDED: 'final',
  OWN_ADDRESS: 'final',
  OWN_PROFILE: 'final',
  OWN_REPORT: 'final',
  PARAMETER_REPEATED: 'of any call',
  PATH_NOT_FOUND: 'of any call',
  PROFILE_LIMIT: 'final',
  PROFILE_NOT_FOUND: 'final',
  RATE_LIMITED: 'not done',
  // The limits are for a day. A person decides what to do meanwhile.
  REPORT_LIMIT: 'final',
  REPORTS_FULL: 'final',
  REQUEST_TIMEOUT: 'passing',
  ROLE_MISSING: 'final',
  SCOPE_MISSING: 'final',
  SESSION_NOT_FOUND: 'final',
  TOKEN_INVALID: 'session over',
  UNAVAILABLE: 'passing',
  UNDO_TAKES_ADMIN: 'final',
  UNSUPPORTED_MEDIA_TYPE: 'of any call',
  URI_TOO_LONG: 'of any call',
  USERNAME_TAKEN: 'final',
  USER_NOT_FOUND: 'final',
  WAITS_FOR_ADMIN: 'final',
  WEBHOOK_LIMIT: 'final',
  WEBHOOK_NOT_FOUND: 'final',
};

const clientReasons = {
  /** There was no complete answer. */
  NETWORK: 'passing',
  /** There was no answer within the client's time limit. */
  TIMEOUT: 'passing',
  /** The caller's signal aborted the call. */
  ABORTED: 'final',
  /** The answer is a proxy's or another server's. */
  ANSWER_UNREADABLE: 'by status',
  /** Reading or writing the token in its storage failed. */
  STORAGE_FAILED: 'final',
  /** A reason of a newer service, or a mistake in a program. */
  UNKNOWN: 'by status',
} satisfies Record<string, Consequence>;

/** Failures that are no answer of the service. */
export type ClientReason = keyof typeof clientReasons;

export type Reason = ServerReason | ClientReason;

type At<Record, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Record
    ? At<Record[Name], Rest>
    : never
  : Path extends keyof Record
    ? Record[Path]
    : never;

type ShapeOf<Procedure> = Procedure extends AnyTRPCProcedure
  ? inferProcedureErrorShape<AppRouter, Procedure>
  : never;

/** All reasons of a procedure: `ReasonOf<'profiles.create'>`. */
export type ReasonOf<Path extends ProcedurePath> =
  | ShapeOf<At<AppRouter['_def']['record'], Path>>['data']['reason']
  | ClientReason;

/** Mistakes in a program and failures on the way. Every call has them. */
export type TransportReason = AnyCallReason | ClientReason;

/** Only the procedure's own reasons, for a `switch` over all of them. */
export type OwnReasonOf<Path extends ProcedurePath> = Exclude<
  ReasonOf<Path>,
  TransportReason
>;

export const isOfTransport = (reason: Reason): reason is TransportReason =>
  Object.hasOwn(clientReasons, reason) ||
  ['of any call', 'passing'].includes(consequenceOf(reason));

const consequences: Record<Reason, Consequence> = { ...serverReasons, ...clientReasons };

export const consequenceOf = (reason: Reason): Consequence => consequences[reason];

export const endsSession = (reason: Reason): boolean =>
  consequenceOf(reason) === 'session over';

const isServerReason = (name: string): name is ServerReason =>
  Object.hasOwn(serverReasons, name);

/** `UNKNOWN` if this version doesn't know the reason. */
export function reasonNamed(name: unknown): Reason {
  return typeof name === 'string' && isServerReason(name) ? name : 'UNKNOWN';
}

/** The reason itself, if this version doesn't know it. */
export const rawReasonOf = (name: unknown): string | undefined =>
  typeof name === 'string' && !isServerReason(name) ? name : undefined;
