import type { z } from 'zod';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import type { Origin } from '../../events/record.ts';
import type * as schemas from './schemas.ts';

type Input<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;

export async function searchUsers(
  _deps: Deps,
  _input: Input<'SearchUsersInput'>,
): Promise<Input<'UserPage'>> {
  throw new Error('Not yet');
}

export async function inspectUser(
  _deps: Deps,
  _input: Input<'UserName'>,
): Promise<Input<'InspectedUser'>> {
  throw new Error('Not yet');
}

export async function changeRole(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: Input<'ChangeRoleInput'>,
): Promise<Input<'ActOnUser'>> {
  throw new Error('Not yet');
}

export async function suspendUser(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: Input<'SuspendUserInput'>,
): Promise<Input<'ActOnUser'>> {
  throw new Error('Not yet');
}

export async function unsuspendUser(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: Input<'UnsuspendUserInput'>,
): Promise<Input<'ActOnUser'>> {
  throw new Error('Not yet');
}

export async function endOneSession(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: Input<'EndSessionInput'>,
): Promise<Input<'ActOnUser'>> {
  throw new Error('Not yet');
}

export async function endAllSessions(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: Input<'UserName'>,
): Promise<Input<'SessionsEnded'>> {
  throw new Error('Not yet');
}
