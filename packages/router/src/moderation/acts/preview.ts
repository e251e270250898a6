import type { OptionalCondition } from '@namecard/db';
import type { z } from 'zod';
import type { LimitedActor } from '../../access/caller.ts';
import { roleLost } from '../../access/errors.ts';
import { lockModerator } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { storeAct } from '../brake/store-act.ts';
import { visibleTo } from '../desk/viewer.ts';
import { isInWave } from '../desk/waves.sql.ts';
import { loadModerated } from '../profiles/profiles.sql.ts';
import { conditionsOf, type ProfileFilter } from '../profiles/search/conditions.sql.ts';
import { filterFor } from '../profiles/search/filter-for.ts';
import { moderatedView } from '../profiles/view.ts';
import { isOwnedByMatching } from '../users/search-users.sql.ts';
import { tooManyFound } from './errors.ts';
import { leftReasonOf } from './policy.ts';
import {
  dropOldPreviews,
  findMatching,
  type Matching,
  mostInSearch,
} from './preview.sql.ts';
import type { LeftReason, Preview, PreviewInput } from './schemas.ts';

type Input = z.infer<typeof PreviewInput>;

type Found = Pick<Input, 'users' | 'wave'> & { profiles: ProfileFilter | undefined };

function conditions(
  { profiles, users, wave }: Found,
  actor: LimitedActor,
  deps: Deps,
): OptionalCondition[] {
  const { adminEmails } = deps.settings;
  return [
    ...(profiles ? conditionsOf(profiles) : []),
    users && isOwnedByMatching({ ...users, adminEmails }),
    wave && isInWave(visibleTo(actor, deps), wave),
  ];
}

/** As far apart as possible. */
function samplesOf<Card>(cards: readonly Card[], most = 5): Card[] {
  const chosen = new Set(
    Array.from({ length: most }, (_, nth) =>
      Math.floor((nth * (cards.length - 1)) / (most - 1)),
    ),
  );
  return cards.filter((_, index) => chosen.has(index));
}

/** Divides what was found into what the act changes and what it leaves, with why. */
function divide(deps: Deps, actor: LimitedActor, kind: Input['kind'], found: Matching[]) {
  const changed: Matching[] = [];
  const left = new Map<LeftReason, number>();
  for (const card of found) {
    const isOfStaff = kind === 'hide' && card.ownerRole !== 'user';
    const reason =
      leftReasonOf(actor, kind, card, deps.settings) ?? (isOfStaff ? 'STAFF' : undefined);
    if (reason) left.set(reason, (left.get(reason) ?? 0) + 1);
    else changed.push(card);
  }
  return { changed, left };
}

/**
 * Freezes the profiles of a search or of a wave, so that `startAct` does exactly what
 * was shown. Only admins search users. Fails with `INPUT_INVALID`, `ROLE_MISSING`.
 */
export async function previewAct(
  deps: Deps,
  actor: LimitedActor,
  { kind, users, wave, ...input }: Input,
): Promise<z.infer<typeof Preview>> {
  if (users && actor.role !== 'admin') {
    throw roleLost('admin');
  }
  const profiles = input.profiles && (await filterFor(deps, actor, input.profiles));
  return inTransaction(deps, async (inner) => {
    const { em, settings } = inner;
    await lockModerator(inner, actor);
    const found = await findMatching(
      em,
      conditions({ profiles, users, wave }, actor, inner),
      visibleTo(actor, inner),
      personOf(actor),
      settings,
    );
    if (found.length > mostInSearch) {
      throw tooManyFound(users ? 'users' : 'profiles');
    }
    const { changed, left } = divide(inner, actor, kind, found);
    const frozen = {
      kind,
      subjects: changed.map(({ id, revision }) => ({ id, revision })),
      ownerIds: changed.map(({ ownerId }) => ownerId),
      cards: changed.length,
    };
    const act = await storeAct(inner, actor, frozen, 'previewed');
    await dropOldPreviews(em, act.sessionId);
    const samples = samplesOf(changed).map(({ id }) => id);
    return {
      data: {
        id: act.id,
        cards: changed.length,
        owners: act.ownerIds.length,
        samples: (await loadModerated(em, samples)).map((row) =>
          moderatedView({ actor, settings }, row),
        ),
        left: [...left].map(([reason, count]) => ({ reason, count })),
      },
    };
  });
}
