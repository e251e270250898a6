import type { Role } from '@namecard/db';
import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import {
  type Actor,
  bearerToken,
  findActor,
  limitPerIp,
  type SignedInUser,
} from './access/service.ts';
import type { Asker, Context } from './context.ts';
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

/** What a client reads of a failure, as the cause of a `TRPCError`. Reports what is not the client's fault. */
function mapped(error: unknown, ctx: Context, path: string): TRPCError {
  const cause = appErrorFrom(error);
  if (cause.reason === 'INTERNAL' || cause.reason === 'UNAVAILABLE') {
    ctx.onUnexpected(cause.cause, path);
  }
  return new TRPCError({ code: cause.code, message: cause.message, cause });
}

type Identify<Identified> = (ctx: Context) => Promise<Identified>;

/**
 * The middleware of a procedure kind: `identify` throws, or gives what the procedure's context gains. The one place where a call
 * waits for its turn: to be identified by its network's, to be done by its actor's where there is one.
 */
const admitting = <Identified extends { actor?: Actor }>(identify: Identify<Identified>) =>
  t.middleware(async ({ ctx, path, next }) => {
    const { call, deps } = ctx;
    const network: Asker = { kind: 'network', id: call.ip };
    try {
      const identified = await deps.admit(network, () => identify(ctx));
      const result = await deps.admit(identified.actor ?? network, () => next({ ctx: identified }));
      if (!result.ok) {
        throw result.error;
      }
      return result;
    } catch (error) {
      throw mapped(error, ctx, path);
    }
  });

/** Whom the token signs in. */
async function signedIn({ call, deps }: Context): Promise<{ actor: SignedInUser }> {
  const token = bearerToken(call.authorization);
  const actor = token === undefined ? undefined : await findActor(deps, token, call);
  if (!actor) {
    throw tokenInvalid(call.authorization !== undefined);
  }
  return { actor };
}

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
