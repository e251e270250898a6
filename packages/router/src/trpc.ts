import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { limitPerIp } from './auth/limits.ts';
import { bearerToken, findActor, type Actor } from './auth/sessions.ts';
import type { Context, Deps, EntityManager } from './context.ts';
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

// 2. What middlewares do: one for each kind of procedure, since every further one costs each call

/** A service is never asked for the unit of work's leftovers: what a mutation changed and did not flush is a mistake. */
function refuseUnflushed(em: EntityManager, path: string): void {
  const unitOfWork = em.getUnitOfWork();
  unitOfWork.computeChangeSets();
  if (unitOfWork.getChangeSets().length > 0) {
    throw new Error(`${path} left changes unflushed`);
  }
}

/** What a client is told of a failure, as a `TRPCError` whose cause says it; tells the service of what is not the client's. */
function mapped(error: unknown, ctx: Context, path: string): TRPCError {
  const cause = appErrorFrom(error);
  if (cause.reason === 'INTERNAL' || cause.reason === 'UNAVAILABLE') {
    ctx.onUnexpected(cause.cause, path);
  }
  return new TRPCError({ code: cause.code, message: cause.message, cause });
}

/**
 * What a call works with. Its entity manager is its own, forked when it is first asked for: calls of one batch share a
 * context, and what a refused one had changed must not be written by its sibling's flush.
 */
function workFor({ deps, orm }: Context) {
  let own: EntityManager | undefined;
  const work: Deps = {
    ...deps,
    get em() {
      own ??= orm.em.fork();
      return own;
    },
  };
  return { work, forked: () => own };
}

type Admission<Admitted> = (ctx: Context, deps: Deps) => Promise<Admitted>;

/** The middleware that lets a call in: `admit` throws a refusal, or gives what the procedure's context gains beside `deps`. */
const admitting = <Admitted extends object>(admit: Admission<Admitted>) =>
  t.middleware(async ({ ctx, type, path, next }) => {
    try {
      const { work: deps, forked } = workFor(ctx);
      const result = await next({ ctx: { deps, ...(await admit(ctx, deps)) } });
      if (!result.ok) {
        throw result.error;
      }
      const em = forked();
      if (type === 'mutation' && em) {
        refuseUnflushed(em, path);
      }
      return result;
    } catch (error) {
      throw mapped(error, ctx, path);
    }
  });

/** Whom the token signs in, or a refusal. Only statements are sent here, which need no entity manager of the call's own. */
async function signedIn({ call, deps, orm }: Context): Promise<{ actor: Actor }> {
  const token = bearerToken(call.authorization);
  const { em } = orm;
  const actor = token === undefined ? undefined : await findActor({ ...deps, em }, token);
  if (!actor) {
    throw tokenInvalid(call.authorization !== undefined);
  }
  return { actor };
}

const signedInAs =
  (...allowed: Actor['role'][]): Admission<{ actor: Actor }> =>
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

/** For anybody, so many times an hour from one network. */
export const limitedProcedure = (action: 'send' | 'verify') =>
  t.procedure.use(
    admitting(async ({ call: { ip } }, { em, settings: { sendPerIp, verifyPerIp } }) => {
      await limitPerIp(em, action, ip, action === 'send' ? sendPerIp : verifyPerIp);
      return {};
    }),
  );

/** For a signed-in user, `ctx.actor`. */
export const userProcedure = t.procedure.use(admitting(signedIn));

/** For moderators and admins whose session is fresh. */
export const moderatorProcedure = t.procedure.use(admitting(signedInAs('moderator', 'admin')));

/** For admins whose session is fresh. */
export const adminProcedure = t.procedure.use(admitting(signedInAs('admin')));
