import type { Reason as RouterReason } from '@namecard/router';

/** What the HTTP layer refuses by itself, before it reads any call. */
type TransportReason =
  | 'BODY_NOT_OBJECT'
  | 'BODY_REQUIRED'
  | 'BODY_TOO_DEEP'
  | 'BODY_TOO_LARGE'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'MALFORMED_JSON'
  | 'MALFORMED_PATH'
  | 'MALFORMED_QUERY'
  | 'MALFORMED_REQUEST'
  | 'MALFORMED_TEXT'
  | 'METHOD_NOT_ALLOWED'
  | 'PARAMETER_REPEATED'
  | 'PATH_NOT_FOUND'
  | 'REQUEST_TIMEOUT'
  | 'UNAVAILABLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'URI_TOO_LONG';

/** Why the service refused a call. */
export type ServerReason = RouterReason | TransportReason;

/**
 * What went wrong on the way, with no refusal of the service's:
 * - `NETWORK`: no answer came, or not all of it. Whether the call was done is not known.
 * - `TIMEOUT`: no answer came within the client's own time limit. Likewise.
 * - `ABORTED`: the caller's signal ended the call.
 * - `ANSWER_UNREADABLE`: the answer is not the service's, but a proxy's or another server's.
 * - `STORAGE_FAILED`: the token could not be read from, or written to, its storage.
 * - `UNKNOWN`: a reason that only a newer version of this package knows, or a mistake in a program.
 */
export type ClientReason =
  | 'NETWORK'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'ANSWER_UNREADABLE'
  | 'STORAGE_FAILED'
  | 'UNKNOWN';

/** Everything a call can fail with, to switch on. */
export type Reason = ServerReason | ClientReason;

/** Does not compile when the router has a reason that is missing here, or none of that name. */
export const serverReasons: Record<ServerReason, true> = {
  ACCOUNT_SUSPENDED: true,
  ACTION_NOT_FOUND: true,
  BATCH_TOO_LARGE: true,
  BODY_NOT_OBJECT: true,
  BODY_REQUIRED: true,
  BODY_TOO_DEEP: true,
  BODY_TOO_LARGE: true,
  CHANGED_MEANWHILE: true,
  CODE_INVALID: true,
  HEADERS_TOO_LARGE: true,
  IDEMPOTENCY_KEY_IN_USE: true,
  IDEMPOTENCY_KEY_REUSED: true,
  INPUT_INVALID: true,
  INTERNAL: true,
  LAST_ADMIN: true,
  MAIL_PROVIDER_REFUSED: true,
  MALFORMED_JSON: true,
  MALFORMED_PATH: true,
  MALFORMED_QUERY: true,
  MALFORMED_REQUEST: true,
  MALFORMED_TEXT: true,
  METHOD_NOT_ALLOWED: true,
  NOT_OWNER: true,
  PARAMETER_REPEATED: true,
  PATH_NOT_FOUND: true,
  PROFILE_LIMIT: true,
  PROFILE_NOT_FOUND: true,
  RATE_LIMITED: true,
  REQUEST_TIMEOUT: true,
  ROLE_MISSING: true,
  SESSION_NOT_FOUND: true,
  TOKEN_INVALID: true,
  UNAVAILABLE: true,
  UNSUPPORTED_MEDIA_TYPE: true,
  URI_TOO_LONG: true,
  USERNAME_TAKEN: true,
  USER_NOT_FOUND: true,
};

const isServerReason = (name: string): name is ServerReason => Object.hasOwn(serverReasons, name);

/** The reason of that name, `UNKNOWN` where this version knows none. */
export function reasonNamed(name: unknown): Reason {
  return typeof name === 'string' && isServerReason(name) ? name : 'UNKNOWN';
}
