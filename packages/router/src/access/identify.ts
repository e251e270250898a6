import type { KeyScope, Role } from '@namecard/db';
import type { Context } from '../context.ts';
import { AppError, tokenInvalid } from '../errors.ts';
import type { Caller, KeyActor, SignedInUser } from './caller.ts';
import { freshSignInRequired, scopeMissing } from './errors.ts';
import { findKey, isServiceKey } from './service-keys.ts';
import { findActor } from './sessions.ts';
import { bearerToken, proofOf, sessionKindOf } from './token.ts';

/** Throws, or gives what the context of a kind of procedures gains. */
export type Identify<Identified> = (ctx: Context) => Promise<Identified>;

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
export async function signedIn(ctx: Context): Promise<{ actor: SignedInUser }> {
  const { call, deps } = ctx;
  const kind = sessionKindOf(call);
  const token = kind === 'page' ? call.page?.token : bearerToken(call.authorization);
  if (kind === 'token' && isServiceKey(token)) {
    // Throws: no key will do.
    await keyOf(ctx, token);
  }
  const actor =
    token === undefined ? undefined : await findActor(deps, token, call, kind);
  if (!actor) {
    throw tokenInvalid(proofOf(call) !== undefined);
  }
  return { actor };
}

/** A program whose key has the scope, or whoever is identified otherwise. */
export const orKey =
  <Otherwise extends Caller>(
    scope: KeyScope,
    identify: Identify<{ actor: Otherwise }>,
  ): Identify<{ actor: Otherwise | KeyActor }> =>
  async (ctx) => {
    const token = ctx.call.page ? undefined : bearerToken(ctx.call.authorization);
    return isServiceKey(token) ? keyOf(ctx, token, scope) : identify(ctx);
  };

/** A program whose key has the scope; whoever signs in otherwise is told to bring one. */
export const keyAlone = (scope: KeyScope) =>
  orKey<never>(scope, async (ctx) => {
    await signedIn(ctx);
    throw scopeMissing(scope);
  });

/** Whoever `identify` gives; nobody where profiles are public and no token is sent. One that is sent has to be valid. */
export const unlessPublic =
  <Identified extends Caller>(
    identify: Identify<{ actor: Identified }>,
  ): Identify<{ actor: Identified | undefined }> =>
  async (ctx) =>
    ctx.deps.settings.publicProfiles && proofOf(ctx.call) === undefined
      ? { actor: undefined }
      : identify(ctx);

/** Whoever `identify` gives, if they have signed in within the last hour: a stolen token alone should not be enough. */
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
        'This takes a role that you do not have.',
      );
    }
    if (!actor.isFresh) {
      throw tokenInvalid();
    }
    return { actor };
  };
