import type { KeyScope } from '@namecard/db';
import { initTRPC, type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { actCodeErrors } from './access/act-codes.ts';
import type { Caller } from './access/caller.ts';
import {
  type Identify,
  justSignedIn,
  keyAlone,
  orKey,
  signedIn,
  signedInAs,
  ifSent,
  unlessPublic,
} from './access/identify.ts';
import { limitPerIp } from './access/limits.ts';
import { proofOf } from './access/token.ts';
import type { Context, Pool } from './context.ts';
import {
  admissionErrors,
  anyCallErrors,
  AppError,
  appErrorFrom,
  isOurs,
  UnlistedReason,
  untraced,
} from './errors.ts';
import type { ModerationCall } from './openapi.ts';
import type { Reason } from './reasons.ts';
import type { CallOutcome } from './telemetry.ts';

/** Metadata of procedures beside that of trpc-to-openapi. */
type OwnMeta = {
  /** The pool, if it differs from the kind's. */
  pool?: Pool;
  /** All reasons for which its calls fail, of its kind and its own. */
  reasons?: readonly Reason[];
  rest?: {
    /**
     * Whether clients may ask for changed answers only (RFC 9110, section 13).
     */
    conditional?: boolean;
  };
};

type Failure = { shape: TRPCDefaultErrorShape; error: TRPCError };

function shapeFor<Given extends Reason>({ shape, error }: Failure, reason: Given) {
  const { message, issues, ticket, status } = appErrorFrom(error);
  const { code, httpStatus, path } = shape.data;
  const data = { code, httpStatus: status ?? httpStatus, path, reason, issues, ticket };
  return { ...shape, message, data };
}

/** The failure's reason, if it is listed. */
const reasonAmong = <Listed extends Reason>(
  { error }: Failure,
  listed: readonly Listed[],
) => {
  const { reason } = appErrorFrom(error);
  return listed.find((one) => one === reason);
};

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta & OwnMeta>()
  .create({
    isDev: false,
    // For failures before a procedure, and for unlisted reasons.
    errorFormatter: (failure) =>
      shapeFor(failure, reasonAmong(failure, anyCallErrors) ?? 'INTERNAL'),
  });

export const { router, createCallerFactory } = t;

/** For searches, counts and exports that no index narrows enough. */
export const expensive = { pool: 'search' } as const;

// Each kind of procedure has one middleware, because each costs every call.

const anyCallReasons = new Set<Reason>(anyCallErrors);

const isListed = (reason: Reason, listed: readonly Reason[] = []) =>
  anyCallReasons.has(reason) || listed.includes(reason);

/** Reports failures that are not the client's fault. */
function mapped(cause: AppError, ctx: Context, path: string): TRPCError {
  ctx.deps.telemetry.countError(cause.reason);
  // An overload has no cause. It is logged elsewhere.
  if (isOurs(cause) && cause.cause) {
    ctx.onUnexpected(cause.cause, path);
  }
  return untraced(
    () => new TRPCError({ code: cause.code, message: cause.message, cause }),
  );
}

/**
 * The middleware of a kind of procedure. A call waits here for its turn. `identify`
 * throws, or returns what the context gains.
 */
const admitting = <Identified extends { actor?: Caller | undefined }>(
  identify: Identify<Identified>,
  pool: Pool,
) =>
  t.middleware(async ({ ctx, path, meta, next }) => {
    const { call, deps } = ctx;
    const asker = { ip: call.ip, pool: meta?.pool ?? pool, authorization: proofOf(call) };
    const run = async () => {
      const identified = await identify(ctx);
      const { actor } = identified;
      if (actor) {
        ctx.onActor?.(actor);
      }
      const result = await next({ ctx: identified });
      if (!result.ok) {
        throw result.error;
      }
      return result;
    };
    const work = () => deps.admit(asker, run);
    const began = performance.now();
    let outcome: CallOutcome = 'ok';
    try {
      const begin = () => ctx.inTurn?.(work) ?? work();
      return await (deps.traced?.(path, begin) ?? begin());
    } catch (error) {
      const cause = appErrorFrom(error);
      outcome = isOurs(cause) ? 'failed' : 'refused';
      if (!isListed(cause.reason, meta?.reasons)) {
        ctx.onUnexpected(new UnlistedReason(path, cause), path);
      }
      throw mapped(cause, ctx, path);
    } finally {
      deps.telemetry.answered(path, outcome, performance.now() - began);
    }
  });

/**
 * A kind of procedure, called with a use case's reasons. tRPC clients' types, the
 * REST document and reports of unlisted reasons come from the same list.
 */
const kindOf =
  <const OfKind extends Reason, Identified extends { actor?: Caller | undefined }>(
    ofKind: readonly OfKind[],
    identify: Identify<Identified>,
    pool: Pool = 'foreground',
  ) =>
  <const Own extends Reason = never>(own: readonly Own[] = []) => {
    const reasons = [...new Set([...admissionErrors, ...ofKind, ...own])];
    return t.procedure
      .meta({ reasons })
      .errors((failure) => {
        const reason = reasonAmong(failure, reasons);
        return reason && shapeFor(failure, reason);
      })
      .use(admitting(identify, pool));
  };

/** Ignores an Authorization header. */
export const publicProcedure = kindOf([], async () => ({}));

/** For anybody, limited per IP address and hour. */
export const limitedProcedure = (action: 'send' | 'verify') =>
  kindOf(
    [],
    async ({ call, deps }) => {
      await limitPerIp(deps, action, call.ip);
      return {};
    },
    'sign_in',
  );

/** Each call with a token can fail for these. Some accept no service key. */
const tokenErrors = ['TOKEN_INVALID', 'SCOPE_MISSING'] as const;
const roleErrors = [...tokenErrors, 'ROLE_MISSING'] as const;
const recentErrors = ['FRESH_SIGN_IN_REQUIRED'] as const;

/** Sets `ctx.actor`. */
export const userProcedure = kindOf(tokenErrors, signedIn);

export const userOrKeyProcedure = (scope: KeyScope) =>
  kindOf(tokenErrors, orKey(scope, signedIn));

export const scopedProcedure = (scope: KeyScope) => kindOf(tokenErrors, keyAlone(scope));

/** If profiles are public, calls without a token have no `ctx.actor`. */
export const publicProfileProcedure = kindOf(
  tokenErrors,
  unlessPublic(orKey('profiles:read', signedIn)),
);

/** Calls without a token have no `ctx.actor`. */
export const anybodyProcedure = kindOf(tokenErrors, ifSent(signedIn));

/** A sign-in within the last hour. */
export const recentSignInProcedure = kindOf(
  [...tokenErrors, ...recentErrors],
  justSignedIn(signedIn),
);

/** A kind of moderators' calls. The document says for whom it is. */
const moderating =
  <const OfKind extends Reason, Identified extends { actor: Caller }>(
    description: string,
    ...[ofKind, identify]: Parameters<typeof kindOf<OfKind, Identified>>
  ) =>
  <const Own extends Reason = never>(call: ModerationCall, own: readonly Own[] = []) =>
    kindOf(ofKind, identify)(own).meta({ openapi: { ...call, description } });

const moderator = signedInAs('moderator', 'admin');
const admin = signedInAs('admin');

/** A fresh session of a moderator or an admin. */
export const moderatorProcedure = moderating(
  'For moderators and admins.',
  roleErrors,
  moderator,
);

export const moderatorOrKeyProcedure = moderating(
  'For moderators and admins, and for service keys with the scope `moderation`.',
  roleErrors,
  orKey('moderation', moderator),
);

/** A fresh session of an admin. */
export const adminProcedure = moderating('For admins.', roleErrors, admin);

export const adminWithCodeProcedure = moderating(
  'For admins, with a mailed code.',
  [...roleErrors, ...actCodeErrors],
  admin,
);

export const adminOrKeyProcedure = moderating(
  'For admins, and for service keys with the scope `users:write`.',
  roleErrors,
  orKey('users:write', admin),
);

export const adminOrInvitingKeyProcedure = moderating(
  'For admins, and for service keys with the scope `users:invite`.',
  roleErrors,
  orKey('users:invite', admin),
);

export const adminOrListingKeyProcedure = moderating(
  'For admins, with a mailed code, and for service keys with the scope `users:list`.',
  [...roleErrors, ...actCodeErrors],
  orKey('users:list', admin),
);

/** An admin's sign-in within the last hour. */
export const recentAdminProcedure = moderating(
  'For admins who signed in within the last hour.',
  [...roleErrors, ...recentErrors],
  justSignedIn(admin),
);
