import { MailTurn } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ranges, rangesOf } from '../../access/networks.ts';
import {
  deliverAny,
  deliverNext,
  emptyOutbox,
  mailDeps,
  sendFrom,
  usePostmark,
} from '../../testing/mail.ts';
import { useService } from '../../testing/use-service.ts';
import { expireMails } from '../mails.sql.ts';

const service = useService();
const postmark = usePostmark();

/** A mail, and the time at which it was asked for or left. */
type Asked = Ranges & { email: string; at: number };

const ask = async (ip: string): Promise<Asked> => {
  const at = Date.parse(await service().clock.advance('1 millisecond'));
  return { ...rangesOf(ip), at, email: await sendFrom(service(), ip) };
};

const askOften = async (count: number, ipOf: (index: number) => string) => {
  for (let index = 0; index < count; index += 1) await ask(ipOf(index));
};

beforeEach(async () => emptyOutbox(service()));

/** The mail whose turn it is by the rule. The older one wins a draw. */
function expected(waiting: Asked[], leftLately: Asked[]): Asked | undefined {
  const fewest = (range: keyof Ranges, mails: Asked[]) => {
    const countOf = (mail: Asked) =>
      leftLately.filter((left) => left[range] === mail[range]).length;
    const first = mails.toSorted((one, other) => countOf(one) - countOf(other)).at(0);
    return mails.filter((mail) => mail[range] === first?.[range]);
  };
  return fewest('address', fewest('network', fewest('allocation', waiting))).at(0);
}

const minute = 60_000;

describe('the next mail to an address that never signed in', () => {
  it('belongs to the allocation, network and IP address with the fewest mails in the last hour', async () => {
    const by = service().with({ settings: { mailsPerHour: 10_000 } });
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const ips = [
      '192.0.2.1',
      '192.0.3.1',
      '192.0.3.9',
      '198.51.100.1',
      '2001:db8:1::1',
      '2001:db8:2::1',
      '2001:db9::1',
    ];
    let waiting: Asked[] = [];
    const left: Asked[] = [];
    const taken: (string | undefined)[][] = [];
    for (let step = 0; step < 120; step += 1) {
      if (random(5) < 3) {
        waiting.push(await ask(ips[random(random(2) === 0 ? 2 : ips.length)] ?? ''));
      } else {
        const now = Date.parse(await service().clock.advance(random(240) * 1_000));
        await expireMails(service().orm.em.fork());
        waiting = waiting.filter(({ at }) => at >= now - 30 * minute);
        const next = expected(
          waiting,
          left.filter(({ at }) => at > now - 60 * minute),
        );
        taken.push([await deliverAny(by), next?.email]);
        waiting = waiting.filter((mail) => mail !== next);
        if (next) left.push({ ...next, at: now });
      }
    }
    expect(taken.map(([got]) => got)).toEqual(taken.map(([, turn]) => turn));
    expect(left.length).toBeGreaterThan(30);
  });

  it('is a first try, before a retry', async () => {
    postmark().behave('500');
    const failed = await ask('192.0.2.1');
    await deliverNext(mailDeps(service(), postmark()));
    const { email } = await ask('192.0.2.1');
    await service().clock.advance('1 second');
    expect(await deliverAny(service())).toBe(email);
    expect(await deliverAny(service())).toBe(failed.email);
  });

  it('follows the exact order of turns for 30 workers of two instances', async () => {
    const networks = ['192.0.2.1', '192.0.3.1', '198.51.100.1', '198.51.101.1'];
    await askOften(48, (index) => networks[Math.min(Math.floor(index / 12), 3)] ?? '');
    const instances = [service(), service().with({})];
    const taken: string[] = [];
    while (taken.length < 24) {
      const results = await raceTogether(30, async (index) =>
        deliverAny(instances[index % 2] ?? service()),
      );
      expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
      taken.push(
        ...results.flatMap((one) =>
          one.status === 'fulfilled' && one.value ? [one.value] : [],
        ),
      );
    }
    expect(new Set(taken).size).toBe(taken.length);
    const counts = await releasedByNetwork();
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(counts).toHaveLength(4);
  });
});

async function releasedByNetwork(): Promise<number[]> {
  const mails = await service().orm.em.fork().find(MailTurn, { state: 'mailed' });
  return Object.values(Object.groupBy(mails, ({ network }) => network)).map(
    (group) => group?.length ?? 0,
  );
}
