import { NetworkMail } from '@namecard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import { expireMails } from '../queries.ts';
import { recordWebhook, reportWaiting } from '../service.ts';
import { sweep } from '../../jobs/service.ts';
import { deliverAny, emptyOutbox, messageIdOf, sendFrom } from '../../testing/mail.ts';
import { dump, mailsTo } from '../../testing/rows.ts';
import { silentTelemetry } from '../../testing/settings.ts';
import { useService } from '../../testing/use-service.ts';

const reported: string[] = [];
const service = useService({
  telemetry: {
    ...silentTelemetry,
    count: (event) => reported.push(event),
    event: (event) => reported.push(event),
    limited: (limit) => reported.push(limit),
    mailTroubled: (reason) => reported.push(reason),
  },
});

const bounce = async (email: string) => {
  const { orm, deps } = service();
  const event = { RecordType: 'Bounce', MessageID: messageIdOf(email), Inactive: true };
  await recordWebhook({ orm, telemetry: deps.telemetry }, event);
};

/** Mails asked for from an IP address and delivered, the first of which bounce. */
async function delivered(ip: string, mails: number, bounces: number): Promise<void> {
  for (let index = 0; index < mails; index += 1) {
    await service().clock.advance('1 minute');
    const email = await sendFrom(service(), ip);
    expect(await deliverAny(service())).toBe(email);
    if (index < bounces) await bounce(email);
  }
}

/** Asks twice from an IP address, and returns how many mails leave at once. */
async function leavingAtOnce(ip: string): Promise<number> {
  const asked = [await sendFrom(service(), ip), await sendFrom(service(), ip)];
  const left = new Set([await deliverAny(service()), await deliverAny(service())]);
  return asked.filter((email) => left.has(email)).length;
}

const [bad, neighbour, elsewhere] = ['192.0.2.1', '192.0.3.1', '203.0.113.1'];

beforeEach(async () => {
  await emptyOutbox(service());
  reported.length = 0;
});

describe('a network', () => {
  it.each([
    ['two of whose last 20 mails bounced goes on', 20, 2, 2],
    ['three of whose last 20 mails bounced gets one mail a minute', 20, 3, 0],
    ['whose bounces lie before its last 20 mails goes on', 23, 3, 2],
  ])('%s', async (_what, mails, bounces, leaving) => {
    await delivered(bad, mails, bounces);
    expect(await leavingAtOnce(bad)).toBe(leaving);
    expect(await leavingAtOnce(neighbour)).toBe(2);
  });

  it('that is slowed gets the next mail a minute after the last, to the microsecond', async () => {
    await delivered(bad, 3, 3);
    expect(await leavingAtOnce(bad)).toBe(0);
    await service().clock.advance('59.999999 seconds');
    expect(await deliverAny(service())).toBeUndefined();
    await service().clock.advance('1 microsecond');
    expect(await deliverAny(service())).toBeDefined();
    expect(await deliverAny(service())).toBeUndefined();
  });

  it('is charged once for a mail, however often it is reported', async () => {
    await delivered(bad, 2, 2);
    const email = await sendFrom(service(), bad);
    await deliverAny(service());
    await bounce('nobody’s mail');
    expect(await leavingAtOnce(bad)).toBe(2);
    for (const _ of [1, 2]) await bounce(email);
    expect(await leavingAtOnce(bad)).toBe(0);
  });
});

describe('while many mails bounce over all', () => {
  const networks = Array.from({ length: 11 }, (_, index) => `198.51.${index}.1`);

  it('networks with bounces get one mail a minute together, and all others theirs at once', async () => {
    for (const ip of networks) await delivered(ip, 2, 2);
    expect(await leavingAtOnce(networks[0] ?? '')).toBe(0);
    expect(await leavingAtOnce(networks[10] ?? '')).toBe(0);
    expect(await leavingAtOnce(elsewhere)).toBe(2);
    await service().clock.advance('1 minute');
    expect(await deliverAny(service())).toBeDefined();
    expect(await deliverAny(service())).toBeUndefined();
  });

  it('no more than three bounces of one network count', async () => {
    for (const ip of networks.slice(0, 6)) await delivered(ip, 6, 6);
    await delivered(elsewhere, 2, 2);
    expect(await leavingAtOnce(elsewhere)).toBe(2);
  });
});

describe('of who asked for a mail', () => {
  it('nothing is kept but keyed hashes, and none once the mail died in the queue', async () => {
    const email = await sendFrom(service(), bad);
    const [{ network, allocation } = {}] = await mailsTo(service(), email);
    expect(network).toMatch(/^[\w-]{22}$/);
    expect(allocation).toMatch(/^[\w-]{22}$/);
    expect(allocation).not.toBe(network);
    await service().clock.advance('58 minutes');
    await expireMails(service().orm.em.fork());
    expect(await mailsTo(service(), email)).toMatchObject([
      { state: 'expired', network: null, allocation: null },
    ]);
  });

  it('a hash is kept for three days after the mail left, to be charged, and nothing of the address', async () => {
    const { orm, deps } = service();
    const email = await sendFrom(service(), bad);
    await deliverAny(service());
    expect(await mailsTo(service(), email)).toMatchObject([{ network: null, allocation: null }]);
    await service().clock.advance('3 days');
    await sweep({ orm, settings: deps.settings });
    expect(await dump(service())).not.toContain(email);
    await bounce(email);
    expect(await orm.em.fork().find(NetworkMail, {})).toMatchObject([{ bounced: true }]);
    await service().clock.advance('1 microsecond');
    await sweep({ orm, settings: deps.settings });
    expect(await orm.em.fork().count(NetworkMail)).toBe(0);
  });
});

describe('operators are told', () => {
  const report = async () => reportWaiting({ ...service().deps, orm: service().orm });

  it('of each mail that is asked for and of each that bounces', async () => {
    await delivered(bad, 1, 1);
    expect(reported).toEqual(['code_asked', 'bounces']);
  });

  it('that mail is held by the budget', async () => {
    for (let sent = 0; sent < 51; sent += 1) await sendFrom(service(), elsewhere);
    await report();
    while (await deliverAny(service())) await report();
    expect(new Set(reported)).toEqual(new Set(['code_asked', 'mails_per_hour']));
  });

  it('that mail is held for bounces', async () => {
    await delivered(bad, 3, 3);
    await report();
    await sendFrom(service(), bad);
    await report();
    expect(reported.filter((event) => event.startsWith('mails'))).toEqual(['mails_after_bounces']);
  });
});
