import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { limitPerIp } from './auth/limits.ts';
import { bearerToken, findActor, type Actor } from './auth/sessions.ts';
import type { Context, Deps } from './context.ts';
import { AppError, appErrorFrom, tokenInvalid } from './errors.ts';

// 1. Initialisation

/** What a procedure says of itself as REST beside trpc-to-openapi's metadata. */
type RestMeta = {
  rest?: {
    /** Whether a client may ask for the answer only if it has changed (RFC 9110, section 13). */
    conditional?: boolean;
  };
};

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta & RestMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { message, reason, issues } = appErrorFrom(error);
      const { code, httpStatus, path } = shape.data;
      return { ...shape, message, data: { code, httpStatus, path, reason, issues } };
    },
  });

export const { router, createCallerFactory } = t;

// 2. Middlewares

/** A service is never asked for the unit of work's leftovers: what a mutation changed and did not flush is a mistake. */
function refuseUnflushed({ em }: Deps, path: string): void {
  const unitOfWork = em.getUnitOfWork();
  unitOfWork.computeChangeSets();
  if (unitOfWork.getChangeSets().length > 0) {
    throw new Error(`${path} left changes unflushed`);
  }
}

/** Every failure becomes one `TRPCError` whose cause says what the client is told. */
const mapErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) {
    return result;
  }
  const cause = appErrorFrom(result.error);
  if (cause.reason === 'INTERNAL' || cause.reason === 'UNAVAILABLE') {
    ctx.onUnexpected(cause.cause, path);
  }
  throw new TRPCError({ code: cause.code, message: cause.message, cause });
});

/**
 * An entity manager for each call: those of one batch share a context, and what a refused one had changed must not be
 * written by its sibling's flush.
 */
const giveDeps = t.middleware(async ({ ctx, type, path, next }) => {
  const deps: Deps = { ...ctx.deps, em: ctx.orm.em.fork() };
  const result = await next({ ctx: { deps } });
  if (type === 'mutation' && result.ok) {
    refuseUnflushed(deps, path);
  }
  return result;
});

/** Whom the token signs in, or a refusal. */
async function signedIn({ deps, call }: { deps: Deps; call: Context['call'] }): Promise<Actor> {
  const token = bearerToken(call.authorization);
  const actor = token === undefined ? undefined : await findActor(deps, token);
  if (!actor) {
    throw tokenInvalid(call.authorization !== undefined);
  }
  return actor;
}

function requireRole(actor: Actor, ...allowed: Actor['role'][]): void {
  if (!allowed.includes(actor.role)) {
    throw new AppError('FORBIDDEN', 'ROLE_MISSING', 'This takes a role that you do not have.');
  }
  if (!actor.isFresh) {
    throw tokenInvalid();
  }
}

// 3. Procedure kinds

/** For anybody; an Authorization header is ignored. */
export const publicProcedure = t.procedure.use(mapErrors).use(giveDeps);

/** For anybody, so many times an hour from one network. */
export const limitedProcedure = (action: 'send' | 'verify') =>
  publicProcedure.use(async ({ ctx: { deps, call }, next }) => {
    const { sendPerIp, verifyPerIp } = deps.settings;
    await limitPerIp(deps.em, action, call.ip, action === 'send' ? sendPerIp : verifyPerIp);
    return next();
  });

/** For a signed-in user, `ctx.actor`. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { actor: await signedIn(ctx) } }),
);

/** For moderators and admins whose session is fresh. */
export const moderatorProcedure = userProcedure.use(async ({ ctx, next }) => {
  requireRole(ctx.actor, 'moderator', 'admin');
  return next();
});

/** For admins whose session is fresh. */
export const adminProcedure = userProcedure.use(async ({ ctx, next }) => {
  requireRole(ctx.actor, 'admin');
  return next();
});
