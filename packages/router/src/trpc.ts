import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { limitPerIp } from './auth/limits.ts';
import { bearerToken, findActor, type Actor } from './auth/sessions.ts';
import type { Context } from './context.ts';
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

/** What a client is told of a failure, as a `TRPCError` whose cause says it; tells the service of what is not the client's. */
function mapped(error: unknown, ctx: Context, path: string): TRPCError {
  const cause = appErrorFrom(error);
  if (cause.reason === 'INTERNAL' || cause.reason === 'UNAVAILABLE') {
    ctx.onUnexpected(cause.cause, path);
  }
  return new TRPCError({ code: cause.code, message: cause.message, cause });
}

type Admission<Admitted> = (ctx: Context) => Promise<Admitted>;

/** The middleware that lets a call in: `admit` throws a refusal, or gives what the procedure's context gains. */
const admitting = <Admitted extends object>(admit: Admission<Admitted>) =>
  t.middleware(async ({ ctx, path, next }) => {
    try {
      const result = await next({ ctx: await admit(ctx) });
      if (!result.ok) {
        throw result.error;
      }
      return result;
    } catch (error) {
      throw mapped(error, ctx, path);
    }
  });

/** Whom the token signs in, or a refusal. */
async function signedIn({ call, deps }: Context): Promise<{ actor: Actor }> {
  const token = bearerToken(call.authorization);
  const actor = token === undefined ? undefined : await findActor(deps, token);
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
    admitting(async ({ call: { ip }, deps: { em, settings } }) => {
      const { sendPerIp, verifyPerIp } = settings;
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
