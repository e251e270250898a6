import type { z } from 'zod';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps, EntityManager } from '../../context.ts';
import { isUsername, usernameKey } from '../../text.ts';
import { notFound } from '../not-found.ts';
import type { ProfileName } from '../schemas.ts';
import { countNews, momentOf, readMoment } from './news.ts';
import { cursorOf, placeOf } from './order.ts';
import { countRelatives, findId, findPlaces, listOfOwner, loadModerated } from './queries.ts';
import type * as schemas from './schemas.ts';
import { countAll, countMatching, mostCounted } from './tally.ts';
import { moderatedView, ownedView } from './view.ts';

type Input<Name extends Exclude<keyof typeof schemas, 'states' | 'sorts'>> = z.infer<
  (typeof schemas)[Name]
>;

/** Everything that the work reads is of one instant. */
const ofOneInstant = <Result>(em: EntityManager, work: (em: EntityManager) => Promise<Result>) =>
  em.transactional(work, { isolationLevel: 'repeatable read', readOnly: true });

/**
 * Profiles by what they say, whose they are and how they stand, a page at a time. A page's cursor is the place of its last
 * profile: what is created or changed meanwhile moves nothing between the pages. Gives `INPUT_INVALID` for a cursor of another
 * sort.
 */
export async function searchProfiles({ em }: Deps, input: Input<'SearchProfilesInput'>) {
  const { sort, cursor, limit, ...filter } = input;
  const after = placeOf(sort, cursor);
  return ofOneInstant(em, async (inner) => {
    const found = await findPlaces(inner, { filter, sort, after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const rows = await loadModerated(
      inner,
      page.map(({ id }) => id),
    );
    return {
      data: {
        profiles: rows.map(moderatedView),
        nextCursor: last ? cursorOf(sort, last) : null,
        asOf: await readMoment(inner),
      },
    };
  });
}

const upTo = (most: number, count: number) => ({
  count: Math.min(count, most),
  isMore: count > most,
});

/**
 * How many profiles of the filter there are in all and in each state, to 10,000, whatever state it names; without any other
 * filter exactly.
 */
export async function tallyProfiles({ em }: Deps, input: Input<'Filter'>) {
  const filter = { ...input, state: undefined };
  const isOfAll = Object.values(filter).every((value) => value === undefined);
  const { active, hidden } = await (isOfAll ? countAll(em) : countMatching(em, filter));
  const most = isOfAll ? Infinity : mostCounted;
  return {
    data: {
      all: upTo(most, active + hidden),
      active: upTo(most, active),
      hidden: upTo(most, hidden),
    },
  };
}

/** What is new since a search's `asOf`. Gives `INPUT_INVALID`. */
export async function readNews(
  { em }: Deps,
  actor: Actor,
  { asOf, ...filter }: Input<'NewsInput'>,
) {
  return { data: await countNews(em, actor.userId, filter, momentOf(asOf)) };
}

/** One profile with its owner, the owner's others and how many it referred. Gives `PROFILE_NOT_FOUND`. */
export async function inspectProfile({ em }: Deps, { username }: z.infer<typeof ProfileName>) {
  return ofOneInstant(em, async (inner) => {
    const id = isUsername(username) ? await findId(inner, usernameKey(username)) : undefined;
    const [row] = id === undefined ? [] : await loadModerated(inner, [id]);
    if (!row) {
      throw notFound();
    }
    const { siblings, referred } = await countRelatives(inner, row.owner_id, row.id);
    const others = await listOfOwner(inner, row.owner_id, row.id);
    return {
      data: {
        profile: moderatedView(row),
        siblings: others.map(ownedView),
        siblingCount: siblings,
        referredCount: referred,
      },
    };
  });
}
