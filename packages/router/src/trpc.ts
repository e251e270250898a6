import type { KeyScope, Role } from '@namecard/db';
import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { freshSignInRequired, scopeMissing } from './access/errors.ts';
import { findKey, isServiceKey } from './access/service-keys/service.ts';
import {
  bearerToken,
  type Caller,
  findActor,
  type KeyActor,
  limitPerIp,
  type SignedInUser,
} from './access/service.ts';
import { markChange } from './access/queries.ts';
import type { Context, Deps, Pool } from './context.ts';
import { AppError, appErrorFrom, tokenInvalid, untraced } from './errors.ts';
import type { CallOutcome } from './telemetry.ts';

// 1. Initialisation

/** What a procedure says of itself beside trpc-to-openapi's metadata. */
type OwnMeta = {
  /** The pool in which a call runs once its actor is known, where that is not its kind's. */
  pool?: Pool;
  /** Whether a mutation may take out of sight what others could see: that is heeded by every replica once it is answered. */
  removes?: boolean;
  rest?: {
    /** Whether a client may ask for the answer only if it has changed (RFC 9110, section 13). */
    conditional?: boolean;
  };
};

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta & OwnMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { message, reason, issues, status } = appErrorFrom(error);
      const { code, httpStatus, path } = shape.data;
      return {
        ...shape,
        message,
        data: { code, httpStatus: status ?? httpStatus, path, reason, issues },
      };
    },
  });

export const { router, createCallerFactory } = t;

/** Says of a mutation that it may hide, delete, erase or suspend. */
export const removing = { removes: true } as const;

/** Says of a procedure that it may read more than any index narrows: a search, a count, an export. */
export const expensive = { pool: 'search' } as const;

// 2. What middlewares do: one for each kind of procedure, since every further one costs each call

/** Whether the failure is not the client's. */
const isOurs = ({ reason }: AppError) => reason === 'INTERNAL' || reason === 'UNAVAILABLE';

/** What a client reads of a failure, as the cause of a `TRPCError`. Reports what is not the client's fault. */
function mapped(cause: AppError, ctx: Context, path: string): TRPCError {
  ctx.deps.telemetry.countError(cause.reason);
  // What was refused because too much is asked has no cause, and its own line in the log.
  if (isOurs(cause) && cause.cause) {
    ctx.onUnexpected(cause.cause, path);
  }
  return untraced(() => new TRPCError({ code: cause.code, message: cause.message, cause }));
}

/**
 * Runs a procedure where there are replicas. A query reads from one that has replayed all that its actor has to see, and from the
 * primary where there is none, or what was read there failed. A mutation is marked before it is answered: from then on no replica
 * that lags behind it is read for those who have to see it; what programs write is marked for all, so that they see it too.
 */
async function throughReplicas<Result extends { ok: true } | { ok: false; error: TRPCError }>(
  { deps }: Context,
  { log, id, kind }: Caller,
  { type, removes = false }: { type: string; removes?: boolean | undefined },
  run: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  if (type === 'mutation') {
    const result = await run(deps);
    if (result.ok) {
      await markChange(deps.em, id, { removes: removes || kind === 'key' });
    }
    return result;
  }
  const replica = log && deps.replicas?.find(log.lastChange);
  if (!replica) {
    return run(deps);
  }
  const { reader, replayed } = replica;
  const result = await run({ ...deps, reader, replayed });
  const error = result.ok ? undefined : appErrorFrom(result.error);
  if (!error || !isOurs(error)) {
    return result;
  }
  if (error.reason === 'UNAVAILABLE') {
    replica.failed(error.cause);
  }
  return run(deps);
}

type Identify<Identified> = (ctx: Context) => Promise<Identified>;

/**
 * The middleware of a procedure kind: `identify` throws, or gives what the procedure's context gains. The one place where a call
 * waits for its turn, twice: among its network's calls to be identified, then among its actor's, if there is one, to be done.
 */
const admitting = <Identified extends { actor?: Caller }>(
  identify: Identify<Identified>,
  pool: Pool = 'foreground',
) =>
  t.middleware(async ({ ctx, path, type, meta, next }) => {
    const { call, deps } = ctx;
    const { ip } = call;
    const work = async () => {
      const identified = await deps.admit({ ip, pool }, () => identify(ctx));
      const { actor } = identified;
      if (actor) {
        ctx.onActor?.(actor);
      }
      const asker = { ip, actor: actor?.id, pool: meta?.pool ?? pool };
      const run = (given: Deps) => next({ ctx: { ...identified, deps: given } });
      const result = await deps.admit(asker, () =>
        deps.replicas && actor
          ? throughReplicas(ctx, actor, { type, removes: meta?.removes }, run)
          : run(deps),
      );
      if (!result.ok) {
        throw result.error;
      }
      return result;
    };
    const began = performance.now();
    let outcome: CallOutcome = 'ok';
    try {
      const begin = () => ctx.inTurn?.(work) ?? work();
      return await (deps.traced?.(path, begin) ?? begin());
    } catch (error) {
      const cause = appErrorFrom(error);
      outcome = isOurs(cause) ? 'failed' : 'refused';
      throw mapped(cause, ctx, path);
    } finally {
      deps.telemetry.answered(path, outcome, performance.now() - began);
    }
  });

/** The program whose key it is, where the key has the scope. */
async function keyOf({ call, deps }: Context, token: string, scope?: KeyScope) {
  const key = await findKey(deps, token, call);
  if (!key) {
    throw tokenInvalid();
  }
  if (scope === undefined || !key.scopes.includes(scope)) {
    throw scopeMissing(scope);
  }
  return { actor: key.actorBy(scope) };
}

/** Whom the token signs in. */
async function signedIn(ctx: Context): Promise<{ actor: SignedInUser }> {
  const { call, deps } = ctx;
  const token = bearerToken(call.authorization);
  if (isServiceKey(token)) {
    // Throws: no key will do.
    await keyOf(ctx, token);
  }
  const actor = token === undefined ? undefined : await findActor(deps, token, call);
  if (!actor) {
    throw tokenInvalid(call.authorization !== undefined);
  }
  return { actor };
}

/** A program whose key has the scope, or whoever is identified otherwise. */
const orKey =
  <Otherwise extends Caller>(
    scope: KeyScope,
    identify: Identify<{ actor: Otherwise }>,
  ): Identify<{ actor: Otherwise | KeyActor }> =>
  async (ctx) => {
    const token = bearerToken(ctx.call.authorization);
    return isServiceKey(token) ? keyOf(ctx, token, scope) : identify(ctx);
  };

/** The same, where they have signed in within the last hour: a stolen token alone should not be enough. */
const justSignedIn =
  (identify: Identify<{ actor: SignedInUser }>): typeof identify =>
  async (ctx) => {
    const { actor } = await identify(ctx);
    if (!actor.hasJustSignedIn) {
      throw freshSignInRequired();
    }
    return { actor };
  };

const signedInAs =
  (...allowed: Role[]): Identify<{ actor: SignedInUser }> =>
  async (ctx) => {
    const { actor } = await signedIn(ctx);
    if (!allowed.includes(actor.role)) {
      throw new AppError('FORBIDDEN', 'ROLE_MISSING', 'This takes a role that you do not have.');
    }
    if (!actor.isFresh) {
      throw tokenInvalid();
    }
    return { actor };
  };

// 3. Procedure kinds

/** For anybody; an Authorization header is ignored. */
export const publicProcedure = t.procedure.use(admitting(async () => ({})));

/** For anybody, so many times an hour from one IP address. */
export const limitedProcedure = (action: 'send' | 'verify') =>
  t.procedure.use(
    admitting(async ({ call, deps }) => {
      await limitPerIp(deps, action, call.ip);
      return {};
    }, 'sign_in'),
  );

/** For a signed-in user, `ctx.actor`. */
export const userProcedure = t.procedure.use(admitting(signedIn));

/** For a signed-in user, or a program whose key has the scope. */
export const userOrKeyProcedure = (scope: KeyScope) =>
  t.procedure.use(admitting(orKey(scope, signedIn)));

/** For a program whose key has the scope; nobody else. */
export const scopedProcedure = (scope: KeyScope) =>
  t.procedure.use(
    admitting(
      orKey<never>(scope, async (ctx) => {
        await signedIn(ctx);
        throw scopeMissing(scope);
      }),
    ),
  );

/** For a user who has signed in within the last hour. */
export const recentSignInProcedure = t.procedure.use(admitting(justSignedIn(signedIn)));

/** For moderators and admins whose session is fresh. */
export const moderatorProcedure = t.procedure.use(admitting(signedInAs('moderator', 'admin')));

/** The same, and for programs whose key has the scope `moderation`. */
export const moderatorOrKeyProcedure = t.procedure.use(
  admitting(orKey('moderation', signedInAs('moderator', 'admin'))),
);

/** For admins whose session is fresh. */
export const adminProcedure = t.procedure.use(admitting(signedInAs('admin')));

/** The same, and for programs whose key has the scope `users:write`. */
export const adminOrKeyProcedure = t.procedure.use(
  admitting(orKey('users:write', signedInAs('admin'))),
);

/** For admins who have signed in within the last hour. */
export const recentAdminProcedure = t.procedure.use(admitting(justSignedIn(signedInAs('admin'))));
