import { statements } from '@namecard/db';
import type { Delivery, Message } from '@namecard/email';
import { sql } from 'kysely';
import { doDue } from '../jobs/claimed-jobs.ts';
import { type MovesDeps, moving } from '../moves/start-moves.ts';
import { codesIn } from './mail.ts';
import { newAddress, type Person } from './people.ts';
import type { TestService } from './use-service.ts';

const movesDeps = (
  { orm, deps }: TestService,
  deliver: (message: Message) => Promise<Delivery>,
): MovesDeps => ({ ...deps, orm, mailer: { deliver } });

/**
 * Does what is due and delivers all mails about moves that are due now.
 * @param down an address that takes no mail now
 */
export async function mailMoves(service: TestService, down?: string): Promise<Message[]> {
  const mails: Message[] = [];
  const deps = movesDeps(service, async (message) => {
    if (message.to === down) return { outcome: 'retry', reason: 'timed_out' };
    mails.push(message);
    return { outcome: 'sent', messageId: `${mails.length}` };
  });
  await doDue(moving(deps));
  return mails;
}

/** Asks for a move to a new address. Returns it and the codes. */
export async function startMove(
  service: TestService,
  { api, email: old }: Person,
  email = newAddress(),
) {
  await api.users.startMove({ email });
  const mails = await mailMoves(service);
  const codes = { otp: codeTo(mails, old), newOtp: codeTo(mails, email) };
  return { email, codes };
}

/** Moves the account of the person's session. Returns the code that takes it back. */
export async function moveAccount(service: TestService, person: Person, to?: string) {
  const { email, codes } = await startMove(service, person, to);
  await person.api.users.finishMove(codes);
  const undo = codeTo(await mailMoves(service), person.email);
  return { email, codes, undo };
}

/** Opens a case. Returns the code for its new address. */
export async function openCase(
  service: TestService,
  { id }: Pick<Person, 'id'>,
  { api }: Person,
  email = newAddress(),
) {
  const given = { id, email, reason: 'Left the company.' };
  const { data } = await api.moderation.users.openMove(given);
  const mails = await mailMoves(service);
  return { email, move: data.move, mails, code: codeTo(mails, email) };
}

/** Opens a case and proves its new address. It waits from then on. */
export async function waitingCase(
  service: TestService,
  owner: Pick<Person, 'id'>,
  by: Person,
  to?: string,
) {
  const opened = await openCase(service, owner, by, to);
  const { email, code: otp } = opened;
  await service.as().auth.proveMove({ email, otp });
  return opened;
}

/** The code of the newest mail to this address. */
export function codeTo(mails: readonly Message[], email: string): string {
  const codes = mails.filter(({ to }) => to === email).map((mail) => codesIn(mail).long);
  const code = codes.findLast((one) => one !== undefined);
  if (code === undefined) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** How often a mailbox that takes no mail is tried, in all time. */
export async function triesOfMails(
  service: TestService,
  down: string,
  reason: 'timed_out' | 'unanswered' = 'timed_out',
): Promise<number> {
  let tries = 0;
  const deps = movesDeps(service, async ({ to }) => {
    if (to !== down) return { outcome: 'sent', messageId: '1' };
    tries += 1;
    return { outcome: 'retry', reason };
  });
  for (let step = 0; step < 2_000; step += 1) {
    await doDue(moving(deps));
    const next = await nextJob(service, down);
    if (next === null) return tries;
    await service.clock.set(next);
  }
  throw new Error(`${down} is tried for ever`);
}

/** When a job of moves to this address runs next; null if none is left. */
async function nextJob({ orm }: TestService, email: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(run_at)::text as at from jobs join moves on moves.id::text = left(key, 36) where to_key = ${email}
  `.execute(statements(orm.em.fork()));
  return rows[0]?.at ?? null;
}
