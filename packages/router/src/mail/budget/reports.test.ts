import { MailTurn } from '@namecard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../jobs/sweep.ts';
import {
  deliverAll,
  deliverAny,
  emptyOutbox,
  messageIdOf,
  sendFrom,
  useUpMailsOf,
} from '../../testing/mail.ts';
import { newAddress } from '../../testing/people.ts';
import { dump, mailsTo, rowsOf } from '../../testing/rows.ts';
import { silentTelemetry } from '../../testing/settings.ts';
import { useService } from '../../testing/use-service.ts';
import { expireMails } from '../mails.sql.ts';
import { recordWebhook } from '../record-webhook.ts';
import { isMailDegraded, reportWaiting } from '../trouble.ts';

const reported: string[] = [];
const service = useService({
  telemetry: {
    ...silentTelemetry,
    count: (event) => reported.push(event),
    limited: (limit) => reported.push(limit),
    mailTroubled: (reason) => reported.push(reason),
    forwardsNothing: () => reported.push('forwards nothing'),
  },
});

const busy = '192.0.2.1';

const report = async ({ deps, orm } = service()) => {
  reported.length = 0;
  await reportWaiting({ ...deps, orm });
  return reported;
};

const isDegraded = async ({ deps, orm } = service()) => isMailDegraded({ ...deps, orm });

const askTimes = async (
  count: number,
  ipOf: (index: number) => string,
  isForwarded = true,
): Promise<void> => {
  await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      service()
        .as(undefined, { ip: ipOf(index), isForwarded })
        .auth.sendCode({ email: newAddress() }),
    ),
  );
};

beforeEach(async () => {
  await emptyOutbox(service());
  await service().clock.advance('1 hour');
});

describe('about the asker of a mail', () => {
  it('only keyed hashes are stored', async () => {
    await sendFrom(service(), busy);
    const [turn = ''] = await rowsOf(service(), 'mail_turns');
    expect(turn).toMatch(
      /"ip":"[\w-]{22}","network":"[\w-]{22}","allocation":"[\w-]{22}"/,
    );
    await deliverAny(service());
    expect(await dump(service())).not.toContain('192.0');
  });

  it('nothing is stored after the mail has expired in the queue', async () => {
    const email = await sendFrom(service(), busy);
    await service().clock.advance('30 minutes 1 microsecond');
    await expireMails(service().orm.em.fork());
    expect(await mailsTo(service(), email)).toMatchObject([
      { state: 'expired', held: false },
    ]);
    expect(await rowsOf(service(), 'mail_turns')).toEqual([]);
  });

  it('a hash is stored for an hour after the turn paid', async () => {
    const { orm, deps } = service();
    await sendFrom(service(), busy);
    await deliverAny(service());
    await service().clock.advance('1 hour');
    await sweep({ orm, settings: deps.settings });
    expect(await orm.em.fork().count(MailTurn)).toBe(1);
    await service().clock.advance('1 microsecond');
    await sweep({ orm, settings: deps.settings });
    expect(await orm.em.fork().count(MailTurn)).toBe(0);
    const budgets = await rowsOf(service(), 'budgets');
    expect(budgets).toHaveLength(1);
    expect(budgets[0]).toContain('mails_to_unknown');
  });

  it('the used budget of a source stays after a sweep', async () => {
    await useUpMailsOf(busy, service());
    await sendFrom(service(), busy);
    await sweep({ orm: service().orm, settings: service().deps.settings });
    expect(await deliverAny(service())).toBeUndefined();
  });
});

describe('operators get a report', () => {
  it('of nothing while mail only waits for the worker', async () => {
    await askTimes(3, () => busy);
    expect(await report()).toEqual([]);
  });

  it('if an IP address is held, which does not degrade the service', async () => {
    await useUpMailsOf(busy, service());
    await askTimes(3, () => busy);
    expect(await report()).toEqual(['mails_per_source']);
    expect(await isDegraded()).toBe(false);
  });

  it('if mail waits for the budget of all, which degrades it', async () => {
    const few = service().with({ settings: { mailsPerHour: 20 } });
    await askTimes(22, (index) => `10.0.${index}.1`);
    await deliverAll(few);
    expect(await report(few)).toEqual(['mails_per_hour']);
    expect(await isDegraded(few)).toBe(true);
  });

  it('of that no more when the waiting mail has a token', async () => {
    const few = service().with({ settings: { mailsPerHour: 20 } });
    await askTimes(21, (index) => `10.0.${index}.1`);
    await deliverAll(few);
    await service().clock.advance('6 minutes');
    expect(await report(few)).toEqual([]);
  });

  it('if most requests come from one held IP address without proxy headers', async () => {
    await askTimes(60, (index) => `10.0.${index}.1`);
    await askTimes(101, () => busy, false);
    await deliverAll(service());
    expect(await report()).toEqual(['mails_per_source', 'forwards nothing']);
  });

  it('not if the address is one of many', async () => {
    await askTimes(95, (index) => `10.0.${index}.1`);
    await askTimes(101, () => '198.51.100.1', false);
    await deliverAll(service());
    await service().clock.advance('1 minute');
    await askTimes(20, (index) => `10.0.${index}.1`);
    await deliverAll(service());
    await askTimes(2, () => '198.51.100.1', false);
    expect(await report()).toEqual(['mails_per_source']);
  });

  it('of each bounce of a mail of ours', async () => {
    const { orm, deps } = service();
    const email = await sendFrom(service(), busy);
    await deliverAny(service());
    reported.length = 0;
    for (const MessageID of [messageIdOf(email), 'nobody-s']) {
      const event = { RecordType: 'Bounce', MessageID, Inactive: true };
      await recordWebhook({ orm, telemetry: deps.telemetry }, event);
    }
    expect(reported).toEqual(['bounces']);
  });
});
