import type { Delivery, Message } from '@namecard/email';
import { claimMove, type MovesDeps, recordMove, runMove } from '../moves/start-moves.ts';
import { codesIn } from './mail.ts';
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
  for (;;) {
    const due = await claimMove(deps);
    if (!due) return mails;
    await recordMove(deps, due, await runMove(deps, due));
  }
}

/** The code of the newest mail to this address. */
export function codeTo(mails: readonly Message[], email: string): string {
  const codes = mails.filter(({ to }) => to === email).map((mail) => codesIn(mail).long);
  const code = codes.findLast((one) => one !== undefined);
  if (code === undefined) throw new Error(`No code was mailed to ${email}`);
  return code;
}
