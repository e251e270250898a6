import { z } from 'zod';
import { type KeyRing, open, type SecretKey, seal } from '../access/keys.ts';
import type { Deps } from '../context.ts';
import { readTicket, type Ticket } from './ticket.sql.ts';

/*
 * What somebody who is suspended appeals by, once they have proven their address.
 *
 * Problem: the code that proved it is spent, and the next mail may be half an hour away.
 *
 * Plan: the refusal carries a ticket, which names the suspension and its own end, sealed under the secret key. Nothing is kept of
 * it: an action is appealed against once, so a ticket works once. It opens no session, and is good for one address.
 */

const Sealed = z.object({ userId: z.string(), since: z.string(), endsAt: z.string() });

const sealing = (address: string) => ({ kind: 'appeal tickets', as: address }) as const;

/** A ticket for the present suspension of a user; undefined where it has ended. */
export async function issueTicket(
  { em, keys }: Pick<Deps, 'em' | 'keys'>,
  address: string,
  userId: string,
): Promise<string | undefined> {
  const ticket = await readTicket(em, userId);
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

/** What a text holds that was issued as a ticket for the address, under any key in use; undefined for any other text. */
export function openTicket(
  keys: KeyRing,
  address: string,
  text: string,
): Ticket | undefined {
  const sealed = Buffer.from(text, 'base64url');
  for (const id of keys.ids) {
    const key = keys.find(id);
    const ticket = key && openUnder(key, address, sealed);
    if (ticket) {
      return ticket;
    }
  }
  return undefined;
}
