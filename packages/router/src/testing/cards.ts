import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { Caller, TestService } from './use-service.ts';

const db = ({ orm }: TestService) => statements(orm.em.fork());

export const nameOf = (id: string) => `n${id}`;

/** Returns the ids, oldest first. */
export async function makeCards(
  service: TestService,
  ownerId: string,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into profiles (id, owner_id, username, username_key, referral, is_public)
    select id, ${ownerId}, 'n' || id, 'n' || id, '', ${service.deps.settings.publicProfiles}::boolean from (
      select gen_random_uuid() as id from generate_series(1, ${count}::int)
    ) made
    returning id
  `.execute(db(service));
  return rows.map(({ id }) => id);
}

/** Oldest first. */
export async function cardsOf(service: TestService, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; revision: number; hidden: boolean }>`
    select id, revision, hidden from profiles where id = any(${ids}::uuid[]) order by position
  `.execute(db(service));
  return rows;
}

/** A hundred at a time. Returns the ids of the actions. */
export async function toggle(
  service: TestService,
  { api }: { api: Caller },
  name: 'hideMany' | 'restoreMany',
  ids: readonly string[],
): Promise<string[]> {
  const actions: string[] = [];
  for (let first = 0; first < ids.length; first += 100) {
    const cards = await cardsOf(service, ids.slice(first, first + 100));
    const profiles = cards.map(({ id, revision }) => ({ id, revision }));
    const { data } = await api.moderation.profiles[name]({ profiles, reason: 'spam' });
    actions.push(data.action ?? '');
  }
  return actions;
}

/** Counts so many cards for a person or a service key. */
export const spend = (
  service: TestService,
  { id }: { id: string },
  cards: number,
): Promise<unknown> =>
  sql`
    insert into moderation_actions (id, type, actor_kind, actor_id, ip, browser, system, requested, done, cards)
    values (gen_random_uuid(), 'profile.hidden', 'user', ${id}, '', '', '', ${cards}, ${cards}, ${cards})
  `.execute(db(service));
