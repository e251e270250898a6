import { type Executor, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import type { Delivery, Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { everyDomain } from '../access/schemas.ts';
import { emptyOutbox, messageIdOf, sendFrom } from '../testing/mail.ts';
import { signIn } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { type TestService, useService } from '../testing/use-service.ts';
import { claimMails } from './claim-mails.sql.ts';
import { claimNext } from './delivery.ts';
import { startOutbox } from './outbox.ts';
import { giveBackMail } from './outcomes.sql.ts';

const service = useService();
const unlimited = () => service().with({ settings: { mailsPerHour: 0 } });

const sendMany = async (count: number, by: TestService) =>
  Promise.all(Array.from({ length: count }, async () => sendFrom(by, '192.0.2.1')));

const claim = async ({ orm, deps }: TestService, most: number, repeats = 0) =>
  (await claimNext({ orm, ...deps }, { most, repeats })).mails;

/** How often this connection has scanned the table. */
async function scansOf(em: Executor, table: string): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select idx_scan::int + seq_scan::int as scans from pg_stat_xact_user_tables where relname = ${table}
  `.execute(statements(em));
  return rows[0]?.scans ?? 0;
}

beforeEach(async () => emptyOutbox(service()));

describe('mails that are claimed in one statement', () => {
  it('are each given to one of 30 workers of two instances', async () => {
    const instances = [unlimited(), unlimited()];
    const addresses = await sendMany(60, unlimited());
    const claims = await raceTogether(30, async (index) =>
      claim(instances[index % 2] ?? service(), 1 + (index % 3)),
    );
    const taken = claims.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    expect(claims.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(taken.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted());
  });

  it('include only so many retries, and others in their place', async () => {
    const by = unlimited();
    const tried = await sendMany(5, by);
    await claim(by, 5);
    await by.clock.advance('14 seconds');
    const first = await sendMany(3, by);
    const taken = await claim(by, 6, 2);
    const addresses = new Set(taken.map(({ address }) => address));
    expect(taken).toHaveLength(5);
    expect(first.every((address) => addresses.has(address))).toBe(true);
    expect((await claim(by, 6, 6)).every(({ address }) => tried.includes(address))).toBe(
      true,
    );
  });

  it('are found without reading all queued mails, even with old statistics', async () => {
    const by = unlimited();
    await sendMany(3, by);
    await sql`analyze outbox, challenges`.execute(statements(by.orm.em));
    await sendMany(300, by);
    const lookUps = await by.orm.em.transactional(async (em) => {
      const before = await scansOf(em, 'challenges');
      const { settings, keys } = by.deps;
      const wanted = { admitted: [everyDomain], keyIds: keys.ids, most: 10, repeats: 0 };
      expect((await claimMails(em, { ...settings, ...wanted })).mails).toHaveLength(10);
      return (await scansOf(em, 'challenges')) - before;
    });
    expect(lookUps).toBeLessThan(50);
  });

  it('are released together, each as if it had not been tried', async () => {
    const by = unlimited();
    const addresses = await sendMany(5, by);
    const taken = await claim(by, 5);
    await Promise.all(taken.map(async ({ id }) => giveBackMail(by.orm.em, id)));
    const again = await claim(by, 5);
    expect(again.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted());
    expect(again.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('mails to strangers', () => {
  it('are claimed after mails to people with an account', async () => {
    const { email } = await signIn(service());
    await emptyOutbox(service());
    await service().as().auth.sendCode({ email });
    const strangers = await sendMany(2, service());
    const taken: string[] = [];
    for (let isMore = true; isMore;) {
      const claimed = await claimNext(
        { orm: service().orm, ...service().deps },
        { most: 3, repeats: 0 },
      );
      taken.push(...claimed.mails.map(({ address }) => address));
      ({ isMore } = claimed);
    }
    expect(taken[0]).toBe(email);
    expect(taken.toSorted()).toEqual([email, ...strangers].toSorted());
  });
});

describe('a rush of mails to strangers', () => {
  it.each(['a budget', 'no budget'])(
    'leaves at once with %s, each recorded under its own id, with two workers',
    async (limit) => {
      const by = limit === 'a budget' ? service() : unlimited();
      const addresses = await sendMany(24, by);
      const all = Promise.withResolvers<void>();
      let waiting = 0;
      // The provider has all mails before it takes one: one claim was enough.
      const deliver = async ({ to }: Message): Promise<Delivery> => {
        waiting += 1;
        if (waiting === addresses.length) all.resolve();
        await all.promise;
        return { outcome: 'sent', messageId: messageIdOf(to) };
      };
      const reported: unknown[] = [];
      const workers = [by, by].map(({ orm, deps }) =>
        startOutbox({
          ...deps,
          orm,
          mailer: { deliver },
          onUnexpected: (error) => reported.push(error),
        }),
      );
      const sent = async () =>
        (await Promise.all(addresses.map(async (email) => mailsTo(by, email)))).flat();
      const areSent = async () => (await sent()).every(({ state }) => state === 'sent');
      await expect.poll(areSent).toBe(true);
      await Promise.all(workers.map(async (worker) => worker.stop()));
      expect((await sent()).map(({ messageId }) => messageId)).toEqual(
        addresses.map(messageIdOf),
      );
      expect(reported).toEqual([]);
    },
  );
});
