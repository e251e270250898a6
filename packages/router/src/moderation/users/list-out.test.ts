import { statements } from '@namecard/db';
import type { Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { actCodeOf } from '../../testing/act-codes.ts';
import { outcome } from '../../testing/outcome.ts';
import { admin, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const mails: Message[] = [];
const service = useService({
  deliver: async (mail) => {
    mails.push(mail);
    return { outcome: 'sent', messageId: 'kept in the test' };
  },
});

let boss: Person;

beforeEach(async () => {
  boss = await admin(service());
});

const raw = ({ token }: Person) => service().as(token).moderation.users;

/** All pages of the list, and how many there were. */
async function takeOut(api: ReturnType<typeof raw>, code?: string) {
  const parts: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { data } = await api.listOut({ code, ...(cursor && { cursor }) });
    parts.push(data.csv);
    cursor = data.nextCursor;
  } while (cursor !== null);
  return { csv: parts.join(''), pages: parts.length };
}

describe('taking the list out', () => {
  it('takes a code, has every card, tells the other admins and says how many in the history', async () => {
    const colleague = await admin(service());
    const ann = await signIn(service());
    await ann.api.profiles.create({ username: 'listed.one', referral: '' });
    await ann.api.profiles.updateSocials({ username: 'listed.one', about: '=1+1' });
    expect(await outcome(takeOut(raw(boss)))).toBe('FORBIDDEN CODE_REQUIRED');
    mails.length = 0;
    const adminEmails = new Set([ann.email]);
    const configured = service().with({ settings: { adminEmails } }).as(boss.token);
    const { csv } = await takeOut(
      configured.moderation.users,
      await actCodeOf(service()),
    );
    const [header, ...lines] = csv.trimEnd().split('\r\n');
    expect(header).toMatch(/^email,username,role,state,/);
    const line = lines.find((one) => one.startsWith(ann.email));
    expect(line).toContain(",listed.one,shown,'=1+1,");
    expect(line).toContain(',admin,active,');
    expect(lines.some((one) => one.startsWith(boss.email))).toBe(true);
    const told = mails.map(({ to }) => to);
    expect(told).toContain(colleague.email);
    expect(told).not.toContain(boss.email);
    const { events } = (await boss.api.audit.list({ type: 'user.listed' })).data;
    expect(events[0]?.after).toEqual({ users: lines.length });
  });

  it('goes on only for whoever began it, within an hour', async () => {
    await sql`
      insert into users (id, email, email_key)
      select gen_random_uuid(), email, email from (select 'many-' || n || '@example.com' as email from generate_series(1, 600) n) made
    `.execute(statements(service().orm.em.fork()));
    const colleague = await admin(service());
    await outcome(takeOut(raw(boss)));
    const code = await actCodeOf(service());
    const { nextCursor } = (await raw(boss).listOut({ code })).data;
    const cursor = nextCursor ?? '';
    const refused = 'BAD_REQUEST INPUT_INVALID';
    expect(await outcome(raw(colleague).listOut({ cursor }))).toBe(refused);
    const again = await signIn(service(), boss.email);
    expect(await outcome(raw(again).listOut({ cursor }))).toBe(refused);
    expect(await outcome(raw(boss).listOut({ cursor: cursor.slice(37) }))).toBe(refused);
    expect(await outcome(raw(boss).listOut({ cursor }))).toBe('done');

    // A code for one person reads no page of everybody, also not by the history's ids.
    const one = { text: colleague.email };
    await outcome(raw(colleague).listOut(one));
    await raw(colleague).listOut({ ...one, code: await actCodeOf(service()) });
    const { events } = (await boss.api.audit.list({ type: 'user.listed' })).data;
    const made = `${events[0]?.action}${cursor.slice(36)}`;
    for (const filter of [{}, one]) {
      const forged = raw(colleague).listOut({ ...filter, cursor: made });
      expect(await outcome(forged)).toBe(refused);
    }
    expect(await outcome(raw(boss).listOut({ cursor, role: 'user' }))).toBe(refused);

    await service().clock.advance('61 minutes');
    const later = await outcome(raw(boss).listOut({ cursor }));
    expect([refused, 'UNAUTHORIZED TOKEN_INVALID']).toContain(later);
  });
});
