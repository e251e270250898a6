import type { z } from 'zod';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import type { Origin } from '../../events/record.ts';
import type { ActResults } from '../../moderation/results.ts';
import type { ProfileName } from '../schemas.ts';
import type * as schemas from './schemas.ts';

type Input<Name extends Exclude<keyof typeof schemas, 'states' | 'sorts'>> = z.infer<
  (typeof schemas)[Name]
>;

export async function searchProfiles(
  _deps: Deps,
  _input: Input<'SearchProfilesInput'>,
): Promise<Input<'FoundProfiles'>> {
  throw new Error('Not yet');
}

export async function tallyProfiles(
  _deps: Deps,
  _input: Input<'Filter'>,
): Promise<Input<'ProfileTally'>> {
  throw new Error('Not yet');
}

export async function readNews(
  _deps: Deps,
  _input: Input<'NewsInput'>,
): Promise<Input<'ProfileNews'>> {
  throw new Error('Not yet');
}

export async function inspectProfile(
  _deps: Deps,
  _input: z.infer<typeof ProfileName>,
): Promise<Input<'InspectedProfile'>> {
  throw new Error('Not yet');
}

export async function hideMany(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: Input<'HideManyInput'>,
): Promise<z.infer<typeof ActResults>> {
  throw new Error('Not yet');
}

export async function restoreMany(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: Input<'RestoreManyInput'>,
): Promise<z.infer<typeof ActResults>> {
  throw new Error('Not yet');
}
