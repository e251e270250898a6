import type { KeyScope } from '@namecard/db';
import { initTRPC, type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Caller } from './access/caller.ts';
import {
  type Identify,
  justSignedIn,
  keyAlone,
  orKey,
  signedIn,
  signedInAs,
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
import type { Reason } from './reasons.ts';
import type { CallOutcome } from './telemetry.ts';

// 1. Initialisation

/** What a procedure says of itself beside trpc-to-openapi's metadata. */
type OwnMeta = {
  /** The pool in which a call runs once its actor is known, where that is not its kind's. */
  pool?: Pool;
  /** Why its calls fail, beside what any call fails with: its kind's reasons and its own, which the kind is called with. */
  reasons?: readonly Reason[];
  rest?: {
    /** Whether a client may ask for the answer only if it has changed (RFC 9110, section 13). */
    conditional?: boolean;
  };
};

type Failure = { shape: TRPCDefaultErrorShape; error: TRPCError };

/** What a tRPC client reads of a failure for that reason. */
function shapeFor<Given extends Reason>({ shape, error }: Failure, reason: Given) {
  const { message, issues, ticket, status } = appErrorFrom(error);
  const { code, httpStatus, path } = shape.data;
  const data = { code, httpStatus: status ?? httpStatus, path, reason, issues, ticket };
  return { ...shape, message, data };
}

/** The reason of a failure, where it is one of those that are listed. */
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
    // Of what fails before any procedure, and of reasons that a procedure does not list, which were reported.
    errorFormatter: (failure) =>
      shapeFor(failure, reasonAmong(failure, anyCallErrors) ?? 'INTERNAL'),
  });

export const { router, createCallerFactory } = t;

/** Says of a procedure that it may read more than any index narrows: a search, a count, an export. */
export const expensive = { pool: 'search' } as const;

// 2. What middlewares do: one for each kind of procedure, since every further one costs each call

const anyCallReasons = new Set<Reason>(anyCallErrors);

const isListed = (reason: Reason, listed: readonly Reason[] = []) =>
  anyCallReasons.has(reason) || listed.includes(reason);

/** What a client reads of a failure, as the cause of a `TRPCError`. Reports what is not the client's fault. */
function mapped(cause: AppError, ctx: Context, path: string): TRPCError {
  ctx.deps.telemetry.countError(cause.reason);
  // What was refused because too much is asked has no cause, and its own line in the log.
  if (isOurs(cause) && cause.cause) {
    ctx.onUnexpected(cause.cause, path);
  }
  return untraced(
    () => new TRPCError({ code: cause.code, message: cause.message, cause }),
  );
}

/**
 * The middleware of a procedure kind: `identify` throws, or gives what the procedure's context gains. The one place where a call
 * waits for its turn, twice: among its network's calls to be identified, then among its actor's, if there is one, to be done.
 */
const admitting = <Identified extends { actor?: Caller | undefined }>(
  identify: Identify<Identified>,
  pool: Pool,
) =>
  t.middleware(async ({ ctx, path, meta, next }) => {
    const { call, deps } = ctx;
    const { ip } = call;
    const authorization = proofOf(call);
    const work = async () => {
      const identified = await deps.admit({ ip, pool, authorization }, () =>
        identify(ctx),
      );
      const { actor } = identified;
      if (actor) {
        ctx.onActor?.(actor, path);
      }
      const asker = { ip, actor: actor?.id, pool: meta?.pool ?? pool, procedure: path };
      const result = await deps.admit(asker, () => next({ ctx: identified }));
      if (!result.ok) {
        throw result.error;
      }
      return result;
    };
    const began = performance.now();
    let outcome: CallOutcome = 'ok';
    try {
      const begin = () => ctx.inTurn?.(work, path) ?? work();
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

// 3. Procedure kinds

/**
 * A kind of procedure, to be called with the reasons of a use case: its calls fail for these, for the kind's and for what any call
 * fails with. The types of tRPC's clients, REST's document and the log's reports of what is not listed are all made of that one list.
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

/** For anybody; an Authorization header is ignored. */
export const publicProcedure = kindOf([], async () => ({}));

/** For anybody, so many times an hour from one IP address. */
export const limitedProcedure = (action: 'send' | 'verify') =>
  kindOf(
    [],
    async ({ call, deps }) => {
      await limitPerIp(deps, action, call.ip);
      return {};
    },
    'sign_in',
  );

/** Whatever a call fails with that takes a token: a service key is refused by those that take none, or not that scope. */
const tokenErrors = ['TOKEN_INVALID', 'SCOPE_MISSING'] as const;
const roleErrors = [...tokenErrors, 'ROLE_MISSING'] as const;
const recentErrors = ['FRESH_SIGN_IN_REQUIRED'] as const;

/** For a signed-in user, `ctx.actor`. */
export const userProcedure = kindOf(tokenErrors, signedIn);

/** For a signed-in user, or a program whose key has the scope. */
export const userOrKeyProcedure = (scope: KeyScope) =>
  kindOf(tokenErrors, orKey(scope, signedIn));

/** For a program whose key has the scope; nobody else. */
export const scopedProcedure = (scope: KeyScope) => kindOf(tokenErrors, keyAlone(scope));

/**
 * For a signed-in user, a program whose key may read profiles and, where profiles are public, for anybody without a
 * token: `ctx.actor` is undefined then.
 */
export const publicProfileProcedure = kindOf(
  tokenErrors,
  unlessPublic(orKey('profiles:read', signedIn)),
);

/** For a signed-in user and, where profiles are public, for anybody without a token: `ctx.actor` is undefined then. */
export const publicUserProcedure = kindOf(tokenErrors, unlessPublic(signedIn));

/** For a user who has signed in within the last hour. */
export const recentSignInProcedure = kindOf(
  [...tokenErrors, ...recentErrors],
  justSignedIn(signedIn),
);

/** For moderators and admins whose session is fresh. */
export const moderatorProcedure = kindOf(roleErrors, signedInAs('moderator', 'admin'));

/** The same, and for programs whose key has the scope `moderation`. */
export const moderatorOrKeyProcedure = kindOf(
  roleErrors,
  orKey('moderation', signedInAs('moderator', 'admin')),
);

/** For admins whose session is fresh. */
export const adminProcedure = kindOf(roleErrors, signedInAs('admin'));

/** The same, and for programs whose key has the scope `users:write`. */
export const adminOrKeyProcedure = kindOf(
  roleErrors,
  orKey('users:write', signedInAs('admin')),
);

/** For admins who have signed in within the last hour. */
export const recentAdminProcedure = kindOf(
  [...roleErrors, ...recentErrors],
  justSignedIn(signedInAs('admin')),
);
