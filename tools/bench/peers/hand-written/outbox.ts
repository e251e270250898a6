import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { longCode, shortCode } from './codes.ts';
import { prepared } from './database.ts';

type Due = { id: string; challenge_id: string; address: string; recipient: string };

/** Claims one mail for half a minute. */
const claimMail = prepared<Due>(
  'claim-mail',
  `with chosen as (
     select o.id from outbox o join challenges c on c.id = o.challenge_id
     where o.state = 'queued' and o.next_at <= current_instant()
       and c.created_at > current_instant() - interval '58 minutes'
     order by o.has_account desc, o.next_at for update of o skip locked limit 1
   )
   update outbox o set attempts = o.attempts + 1, next_at = current_instant() + interval '30 seconds'
   from chosen where o.id = chosen.id
   returning o.id, o.challenge_id, o.recipient as address,
     coalesce((select email from users where email_key = o.recipient), o.recipient) as recipient`,
);

const recordSent = prepared(
  'record-sent',
  `update outbox set state = 'sent', sent_at = current_instant(), message_id = $2 where id = $1`,
);

/** A minimal text. The provider is in this process and accepts everything. */
function render({ challenge_id: challengeId, address, recipient }: Due): string {
  return `To ${recipient}: ${shortCode(challengeId, address)}, or ${longCode(challengeId, address)}.`;
}

async function deliverNext(): Promise<boolean> {
  const [due] = await claimMail([]);
  if (!due) {
    return false;
  }
  render(due);
  await recordSent([due.id, randomUUID()]);
  return true;
}

let wake = () => {};

/** Starts delivery at once. */
export const mailQueued = () => wake();

/**
 * Delivers until the process ends, as many at a time as the service. Polls each
 * second.
 */
export function startDelivering(): void {
  const concurrency = 4;
  const idle = new Set<() => void>();
  wake = () => {
    const [first] = idle;
    first?.();
  };
  const rest = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    idle.add(resolve);
    await Promise.race([promise, sleep(1_000)]);
    idle.delete(resolve);
  };
  const loop = async () => {
    for (;;) {
      if (!(await deliverNext())) {
        await rest();
      }
    }
  };
  for (let number = 0; number < concurrency; number += 1) {
    void loop();
  }
}
