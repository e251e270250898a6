import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deliverAll, emptyOutbox, useUpMailsOf } from '../../testing/mail.ts';
import { newAddress, signIn } from '../../testing/people.ts';
import { type TestService, useService } from '../../testing/use-service.ts';
import { expireMails } from '../mails.sql.ts';

const open = useService();
const listed = () => open().with({ settings: { signUps: ['members.example'] } });

const ip = '192.0.2.1';
let number = 0;
const admitted = () => `somebody-${(number += 1)}@members.example`;

async function suppressed(): Promise<string> {
  const email = admitted();
  await sql`insert into addresses (email, asked_at, suppressed_at)
    values (${email}, current_instant(), current_instant())`.execute(
    statements(open().orm.em.fork()),
  );
  return email;
}

async function invited(): Promise<string> {
  const email = newAddress();
  await sql`insert into invitations (email_key, email, event_id) values (${email}, ${email}, gen_random_uuid())`.execute(
    statements(open().orm.em.fork()),
  );
  return email;
}

/** Addresses to which a mail has left that offers “never again”. */
const told = new Set<string>();

const keepTold = (email: string) =>
  sql`insert into outbox (id, recipient, has_account, browser, system, letter, state, next_at)
    values (gen_random_uuid(), ${email}, true, '', '', 'invitation', 'sent', current_instant())`.execute(
    statements(open().orm.em.fork()),
  );

function mayRefuse(): string {
  const email = newAddress();
  told.add(email);
  return email;
}

/** What may be known of an address. */
const victims = {
  unknown: async () => admitted(),
  known: async () => (await signIn(open(), admitted())).email,
  'known, of another domain': async () => (await signIn(open())).email,
  suppressed,
  invited,
  'not admitted by the list': async () => newAddress(),
  'not admitted, but told of “never again”': async () => mayRefuse(),
  'never admitted': async () => `a%b@${admitted().split('@')[0]}.example`,
};

/** Per minute: who is asked for, in order. */
type Plan = ('victim' | 'own')[][];

const plans: [string, Plan][] = [
  ['own, then victim', [['own', 'victim'], ['own'], [], []]],
  [
    'victim five times, then own twice',
    [
      ...Array.from({ length: 5 }, (): Plan[number] => ['victim']),
      ['own', 'own'],
      [],
      [],
    ],
  ],
  [
    'both each minute',
    [
      ...Array.from({ length: 6 }, (): Plan[number] => ['victim', 'own']),
      [],
      [],
      [],
      [],
      [],
      [],
      [],
    ],
  ],
];

/** The second at which each of the asker's own mails leaves. */
async function timesOfOwn(by: TestService, victim: string, plan: Plan) {
  await emptyOutbox(by);
  if (told.has(victim)) await keepTold(victim);
  await useUpMailsOf(ip, by, { email: admitted() });
  const own = new Map<string, string>();
  const times: string[] = [];
  for (const [minute, asks] of plan.entries()) {
    for (const whom of asks) {
      const email = whom === 'own' ? admitted() : victim;
      if (whom === 'own') own.set(email, `own ${own.size}`);
      await by.as(undefined, { ip }).auth.sendCode({ email });
    }
    for (let second = 0; second < 60; second += 20) {
      await expireMails(by.orm.em.fork());
      for (const email of await deliverAll(by)) {
        if (own.has(email)) times.push(`${own.get(email)} at ${minute}:${second}`);
      }
      await by.clock.advance('20 seconds');
    }
  }
  return times;
}

describe.each([
  ['open sign-ups', open],
  ['a list of domains', listed],
])('with %s, an asker without saved tokens', (_, service) => {
  it.each(plans)(
    'sees their own mails at the same times, whatever is known of the other: %s',
    async (_plan, plan) => {
      const times: Record<string, string[]> = {};
      for (const [known, make] of Object.entries(victims)) {
        times[known] = await timesOfOwn(service(), await make(), plan);
      }
      const { unknown } = times;
      expect(unknown?.length).toBeGreaterThan(0);
      expect(times).toEqual(
        Object.fromEntries(Object.keys(victims).map((known) => [known, unknown])),
      );
    },
  );
});
