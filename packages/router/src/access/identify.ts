import type { KeyScope, Role } from '@namecard/db';
import type { Context } from '../context.ts';
import { AppError, tokenInvalid } from '../errors.ts';
import type { Caller, KeyActor, SignedInUser } from './caller.ts';
import { freshSignInRequired, scopeMissing } from './errors.ts';
import { findKey, isServiceKey } from './service-keys.ts';
import { findActor } from './sessions.ts';
import { bearerToken, proofOf, sessionKindOf } from './token.ts';

/** Returns what a kind of procedure adds to the context, or throws. */
export type Identify<Identified> = (ctx: Context) => Promise<Identified>;

/** Finds the program of this key. Throws if the key lacks the scope. */
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

/** Finds the signed-in user of the call. */
export async function signedIn(ctx: Context): Promise<{ actor: SignedInUser }> {
  const { call, deps } = ctx;
  const kind = sessionKindOf(call);
  const token = kind === 'page' ? call.page?.token : bearerToken(call.authorization);
  if (kind === 'token' && isServiceKey(token)) {
    // Always throws: a service key can't replace a user here.
    await keyOf(ctx, token);
  }
  const actor =
    token === undefined ? undefined : await findActor(deps, token, call, kind);
  if (!actor) {
    throw tokenInvalid(proofOf(call) !== undefined);
  }
  return { actor };
}

/** Accepts a service key with the scope. Leaves other calls to `identify`. */
export const orKey =
  <Otherwise extends Caller>(
    scope: KeyScope,
    identify: Identify<{ actor: Otherwise }>,
  ): Identify<{ actor: Otherwise | KeyActor }> =>
  async (ctx) => {
    const token = ctx.call.page ? undefined : bearerToken(ctx.call.authorization);
    return isServiceKey(token) ? keyOf(ctx, token, scope) : identify(ctx);
  };

/** A signed-in user gets an error that names the scope. */
export const keyAlone = (scope: KeyScope) =>
  orKey<never>(scope, async (ctx) => {
    await signedIn(ctx);
    throw scopeMissing(scope);
  });

type Unknown<Identified> = Identify<{ actor: Identified | undefined }>;

/** A call needs no token. But a sent token must be valid. */
export const ifSent =
  <Identified extends Caller>(
    identify: Identify<{ actor: Identified }>,
  ): Unknown<Identified> =>
  async (ctx) =>
    proofOf(ctx.call) === undefined ? { actor: undefined } : identify(ctx);

/** The same if profiles are public. */
export const unlessPublic =
  <Identified extends Caller>(
    identify: Identify<{ actor: Identified }>,
  ): Unknown<Identified> =>
  async (ctx) =>
    ctx.deps.settings.publicProfiles ? ifSent(identify)(ctx) : identify(ctx);

/** Requires a sign-in within the hour: a stolen token alone is not enough. */
export const justSignedIn =
  (identify: Identify<{ actor: SignedInUser }>): typeof identify =>
  async (ctx) => {
    const { actor } = await identify(ctx);
    if (!actor.hasJustSignedIn) {
      throw freshSignInRequired();
    }
    return { actor };
  };

export const signedInAs =
  (...allowed: Role[]): Identify<{ actor: SignedInUser }> =>
  async (ctx) => {
    const { actor } = await signedIn(ctx);
    if (!allowed.includes(actor.role)) {
      throw new AppError(
        'FORBIDDEN',
        'ROLE_MISSING',
        'You do not have the role for this.',
      );
    }
    if (!actor.isFresh) {
      throw tokenInvalid();
    }
    return { actor };
  };
