import { z } from 'zod';
import type { Deps } from '../context.ts';
import { codeInvalid } from './errors.ts';
import { type KeyRing, open, type SecretKey, seal } from './keys.ts';
import { readTicket, type Ticket } from './ticket.sql.ts';

/*
 * A suspended user appeals with this ticket after they have proven their address, and
 * saves their data.
 *
 * Problem: the code that proved it is spent. The next mail may be half an hour
 * away.
 *
 * Plan: the refused sign-in carries a ticket. It names the suspension and the
 * ticket's own end, and is sealed under the secret key. The database keeps
 * nothing about it. A ticket works once for an appeal and once for the data: a
 * suspension can be appealed against once, and the history shows that the data was saved
 * since the ticket was given. It is valid for one address and opens no session.
 */

const Sealed = z.object({ userId: z.string(), since: z.string(), endsAt: z.string() });

const sealing = (address: string) => ({ kind: 'appeal tickets', as: address }) as const;

/** Returns undefined if the suspension has ended. */
export async function issueTicket(
  { em, keys }: Pick<Deps, 'em' | 'keys'>,
  address: string,
  userId: string,
): Promise<string | undefined> {
  const ticket = await readTicket(em, { userId });
  const plain = ticket && Buffer.from(JSON.stringify(ticket));
  return plain && seal(keys.current, sealing(address), plain).toString('base64url');
}

function openUnder(key: SecretKey, address: string, sealed: Buffer): Ticket | undefined {
  try {
    return Sealed.parse(JSON.parse(open(key, sealing(address), sealed).toString()));
  } catch {
    return undefined;
  }
}

/** Tries every key in use. Fails with `CODE_INVALID` for other texts or addresses. */
export function openTicket(keys: KeyRing, address: string, text: string): Ticket {
  const sealed = Buffer.from(text, 'base64url');
  for (const id of keys.ids) {
    const key = keys.find(id);
    const ticket = key && openUnder(key, address, sealed);
    if (ticket) {
      return ticket;
    }
  }
  throw codeInvalid();
}
