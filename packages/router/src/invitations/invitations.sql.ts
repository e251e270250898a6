import {
  allRows,
  columnsOf,
  escapeLike,
  every,
  type Executor,
  keyset,
  type RowOf,
  type SortKey,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';
import { isAdmitted } from '../access/sign-ups.sql.ts';
import type { invitationStates } from './schemas.ts';

type State = (typeof invitationStates)[number];

const columns = [
  'email',
  'invitedAt',
  'mailedAt',
  'remindedAt',
  'usedAt',
  'withdrawnAt',
] as const;

export type InvitationRow = RowOf<'invitations', (typeof columns)[number]> & {
  sortKey: SortKey;
  state: State;
  invitedBy: string | null;
  endsAt: string;
};

export const invitationOrder = keyset({
  name: 'invitations',
  table: 'invitations',
  by: { invitedAt: 'instant', emailKey: 'address' },
  descending: true,
});

const lasts = sql`interval '90 days'`;

/** Whether the provider reported that its last mail did not arrive. */
const hasBounced = sql<boolean>`coalesce((
  select event in ('bounced', 'suppressed', 'complained') from outbox
  where recipient = email_key and letter = 'invitation' and created_at >= invited_at order by created_at desc limit 1
), false)`;

const stateOf = sql<State>`case
  when used_at is not null then 'joined'
  when withdrawn_at is not null then 'withdrawn'
  when refusal is not null or ${hasBounced} then 'refused'
  when mailed_at is not null then 'mailed'
  else 'waiting'
end`;

export const isKept = sql`invited_at > current_instant() - ${lasts}`;

/** When it ends, as a column. */
export const endsAt = sql`(invited_at + ${lasts})::text as "endsAt"`;

type Page = {
  state: State | undefined;
  /** In lower case. */
  address: string | undefined;
  after: SortKey | undefined;
  limit: number;
};

export function listRows(
  em: Executor,
  { state, address, after, limit }: Page,
): Promise<InvitationRow[]> {
  const conditions = [
    isKept,
    state && sql`${stateOf} = ${state}`,
    address && sql`email_key like ${`%${escapeLike(address)}%`}`,
    ...invitationOrder.isAfter(after),
  ];
  return allRows(em)<InvitationRow>`
    select ${columnsOf('invitations', columns)}, ${stateOf} as state, ${endsAt},
      (select users.email from users where users.id = invited_by) as "invitedBy", ${invitationOrder.sortKey}
    from invitations where ${every(conditions)} order by ${invitationOrder.order} limit ${limit}
  `;
}

export async function countStates(em: Executor): Promise<Record<State, number>> {
  const rows = await allRows(em)<{ state: State; count: number }>`
    select ${stateOf} as state, count(*)::int as count from invitations where ${isKept} group by 1
  `;
  const counts = { waiting: 0, mailed: 0, refused: 0, joined: 0, withdrawn: 0 };
  for (const { state, count } of rows) {
    counts[state] = count;
  }
  return counts;
}

/** The addresses that these events invited, by event. */
export async function addressesOf(
  em: Executor,
  eventIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await allRows(em)<{ eventId: string; addresses: string[] }>`
    select event_id as "eventId", array_agg(email_key) as addresses from invitations
    where event_id = any(${eventIds}::uuid[]) group by event_id
  `;
  return new Map(rows.map(({ eventId, addresses }) => [eventId, addresses]));
}

/**
 * Withdraws the unused ones, and refuses codes that wait for people who may not sign up
 * otherwise. Returns how many. Call it with the addresses locked.
 */
export async function withdrawRows(
  em: Executor,
  addresses: readonly string[],
  admitted: readonly string[],
): Promise<number> {
  const rows = await allRows(em)<{ address: string }>`
    update invitations set withdrawn_at = current_instant(), mail_due_at = null, draft = null
    where email_key = any(${addresses}::text[]) and used_at is null and withdrawn_at is null
    returning email_key as address
  `;
  const withdrawn = rows.map(({ address }) => address);
  await sql`
    update outbox set state = 'refused', outcome = 'not_admitted', held = false
    where recipient = any(${withdrawn}::text[]) and state = 'queued'
      and not ${isAdmitted(sql`recipient`, sql`${admitted}::text[]`)}
  `.execute(statements(em));
  return withdrawn.length;
}

/**
 * Locks the addresses that have asked for a code, against sign-ups and erasures. Without
 * a code nobody can sign up meanwhile.
 */
export const lockAddresses = (em: Executor, addresses: readonly string[]) =>
  sql`
    select from addresses where email = any(${addresses}::text[]) order by email collate "C" for update
  `.execute(statements(em));
