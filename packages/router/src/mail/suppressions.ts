import { statements } from '@namecard/db';
import type { Clearance } from '@namecard/email';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../auth/sessions.ts';
import type { Deps, EntityManager } from '../context.ts';
import { AppError, invalidField } from '../errors.ts';
import { recordEvents, type Origin } from '../events/record.ts';
import { inTransaction } from '../deadlocks.ts';
import type { MailAddress } from './schemas.ts';

/**
 * Whether the provider delivers nothing to an address (in lower case), as far as it has told: by its newest word of refusing,
 * of suppressing after a bounce or a complaint, of forgetting that, or of taking a mail.
 */
export async function isSuppressed(em: EntityManager, address: string): Promise<boolean> {
  const { rows } = await sql<{ suppressed: boolean }>`
    with mails as (
      select * from outbox where recipient = ${address} order by created_at desc limit 100
    ),
    words as (
      select sent_at as at, false as suppressed from mails where state = 'sent'
      union all
      select created_at, true from mails
      where outcome = 'recipient_inactive' and event is distinct from 'reactivated'
      union all
      select event_at, event <> 'reactivated' from mails
      where event in ('suppressed', 'complained', 'reactivated')
    )
    select suppressed from words order by at desc, suppressed desc limit 1
  `.execute(statements(em));
  return rows[0]?.suppressed ?? false;
}

/** Marks the mails that told of the suppression as those of an address that gets mail again. */
const markCleared = (em: EntityManager, address: string) =>
  sql`
    update outbox set event = 'reactivated', event_at = current_instant()
    where recipient = ${address}
      and (outcome = 'recipient_inactive' or event in ('suppressed', 'complained'))
  `.execute(statements(em));

const refused = (message: string) =>
  new AppError('SERVICE_UNAVAILABLE', 'MAIL_PROVIDER_REFUSED', message);

/** What an admin is told of what the provider did not do. */
function refusalOf(clearance: Exclude<Clearance, { outcome: 'cleared' }>): AppError {
  switch (clearance.outcome) {
    case 'refused':
      if (clearance.reason === 'recipient_malformed') {
        return invalidField('address', 'Must be an email address.');
      }
      return refused(
        clearance.reason === 'suppression_kept'
          ? 'The mail provider keeps the suppression, as it does after a spam complaint. Only the address’s owner can ask it to mail them again.'
          : 'The mail provider refused the request.',
      );
    case 'misconfigured':
      return refused('The mail provider does not accept this service’s token.');
    case 'retry':
      return refused('The mail provider did not answer as it should. Try again in a moment.');
  }
}

/** What is kept of an address that nobody signed in with: what is erased with accounts must not outlast them here. */
const masked = (address: string) => address.replace(/^(.).*@/, '$1…@');

/** Whoever acted and whoever has the address, as far as they have not been erased meanwhile; kept from it by locks. */
async function lockConcerned(em: EntityManager, { userId }: Actor, address: string) {
  const rows = await statements(em)
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where((where) => where.or([where('id', '=', userId), where('email_key', '=', address)]))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return {
    actorId: rows.find(({ id }) => id === userId)?.id ?? null,
    user: rows.find(({ email_key: key }) => key === address),
  };
}

/** Users are locked before their mails, as where they are erased; the provider has forgotten, whoever is there to see it. */
async function recordCleared(deps: Deps, actor: Actor, origin: Origin, address: string) {
  const { em } = deps;
  const { actorId, user } = await lockConcerned(em, actor, address);
  await markCleared(em, address);
  await recordEvents(deps, { actorId, origin }, [
    {
      action: 'address.cleared',
      userId: user?.id ?? null,
      before: {},
      after: user ? {} : { address: masked(address) },
    },
  ]);
}

/**
 * Asks the provider to deliver to an address again, then writes that down. For admins. Gives `MAIL_PROVIDER_REFUSED`. It can't
 * be undone.
 */
export async function clearSuppression(
  deps: Deps,
  actor: Actor,
  origin: Origin,
  input: z.infer<typeof MailAddress>,
): Promise<{ data: null }> {
  const address = input.address.toLowerCase();
  const clearance = await deps.clearSuppression(address);
  if (clearance.outcome !== 'cleared') {
    throw refusalOf(clearance);
  }
  await inTransaction(deps.em, async (em) =>
    recordCleared({ ...deps, em }, actor, origin, address),
  );
  return { data: null };
}
