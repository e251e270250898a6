import { type Database, type Executor, statements } from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../access/service.ts';

export const deliveryColumns = [
  'id',
  'recipient',
  'state',
  'outcome',
  'event',
  'eventAt',
  'attempts',
  'createdAt',
  'sentAt',
  'messageId',
] as const;

export type DeliveryRow = Pick<Selectable<Database['outbox']>, (typeof deliveryColumns)[number]>;

/** The newest hundred mails, to one address or to all. */
export const listDeliveries = (em: Executor, address: string | undefined): Promise<DeliveryRow[]> =>
  statements(em)
    .selectFrom('outbox')
    .select(deliveryColumns)
    .$if(address !== undefined, (query) => query.where('recipient', '=', address ?? ''))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/**
 * Whether the provider delivers nothing to an address (in lower case), as far as it has said: by the newest of its refusing,
 * suppressing after a bounce or a complaint, forgetting that, or taking a mail.
 */
export async function isSuppressed(em: Executor, address: string): Promise<boolean> {
  const { rows } = await sql<{ suppressed: boolean }>`
    with mails as (
      select * from outbox where recipient = ${address} order by created_at desc limit 100
    ),
    reports as (
      select sent_at as at, false as suppressed from mails where state = 'sent'
      union all
      select created_at, true from mails
      where outcome = 'recipient_inactive' and event is distinct from 'reactivated'
      union all
      select event_at, event <> 'reactivated' from mails
      where event in ('suppressed', 'complained', 'reactivated')
    )
    select suppressed from reports order by at desc, suppressed desc limit 1
  `.execute(statements(em));
  return rows[0]?.suppressed ?? false;
}

/** Whoever acted and whoever has the address, as far as they have not been erased meanwhile; kept from it by locks. */
export async function lockConcerned(em: Executor, actor: Pick<Actor, 'id'>, address: string) {
  const rows = await statements(em)
    .selectFrom('users')
    .select(['id', 'emailKey'])
    .where((where) => where.or([where('id', '=', actor.id), where('emailKey', '=', address)]))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return {
    actorId: rows.find(({ id }) => id === actor.id)?.id ?? null,
    user: rows.find(({ emailKey }) => emailKey === address),
  };
}
