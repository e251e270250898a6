import { randomUUID } from 'node:crypto';
import { raceTogether } from '@namecard/db/testing';
import { smtpMailer } from '@namecard/email';
import { fakeSmtp, refuseWith } from '@namecard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  codesIn,
  deliverNext,
  emptyOutbox,
  mailDeps,
  usePostmark,
} from '../testing/mail.ts';
import { mailNextInvitation } from '../invitations/mail-invitations.ts';
import { doDue } from '../jobs/claimed-jobs.ts';
import { moving } from '../moves/start-moves.ts';
import { mailMoves } from '../testing/moves.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, signIn } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { claimNext, recordDelivery } from './delivery.ts';
import { type OutboxWorker, startOutbox } from './outbox.ts';
import { isMailDegraded } from './trouble.ts';

const service = useService({ settings: { mailsPerHour: 0 } });
const postmark = usePostmark();
const members = ['ann@one.example', 'ben@two.example', 'cem@three.example'];
const rejects = refuseWith(422, 1235);

let workers: OutboxWorker[] = [];
let told: string[][] = [];
/** The numbers of the workers that know of the trouble. */
let warned = new Set<number>();

const start = () => {
  const number = workers.length;
  const telemetry = {
    ...service().deps.telemetry,
    mailTroubled: (reason: string, words = '') => {
      told.push([reason, words]);
      warned.add(number);
    },
  };
  const deps = mailDeps(service(), postmark());
  const fail = (error: unknown) => void told.push([String(error)]);
  workers.push(startOutbox({ ...deps, telemetry, onUnexpected: fail }));
};

/** How many probes were recorded as refused. */
const probed = () => told.filter(([, words]) => words !== '').length;

const send = async (email: string) => service().as().auth.sendCode({ email });
const deliver = async () => deliverNext(mailDeps(service(), postmark()));
const isDegraded = async () => isMailDegraded({ orm: service().orm, ...service().deps });
const stateOf = async (email: string) => (await mailsTo(service(), email)).at(-1)?.state;
const statesOf = async (emails: string[]) => Promise.all(emails.map(stateOf));
const each = <Value>(value: Value) => members.map(() => value);

async function refuseAll(emails: string[]): Promise<void> {
  for (const email of emails) await send(email);
  for (const _ of emails) await deliver();
}

beforeEach(async () => {
  for (const email of members) await signIn(service(), email);
  await emptyOutbox(service());
  await service().clock.advance('2 hours');
  told = [];
  warned = new Set();
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

describe('a provider that refuses three members of three domains alike', () => {
  it('gets one mail a minute from all instances together, and every code arrives in the end', async () => {
    postmark().behave(rejects);
    const strangers = ['s1@four.example', 's2@four.example'];
    await refuseAll([...members, ...strangers]);
    expect(await statesOf([...members, ...strangers])).toEqual(
      [...members, ...strangers].map(() => 'queued'),
    );
    expect(await isDegraded()).toBe(true);
    start();
    start();
    await expect.poll(() => warned.size).toBe(2);
    for (let minute = 1; minute <= 10; minute += 1) {
      const [asked, recorded] = [postmark().requests.length, probed()];
      await service().clock.advance('61 seconds');
      await expect.poll(probed).toBe(recorded + 1);
      expect(postmark().requests).toHaveLength(asked + 1);
    }
    postmark().behave('ok');
    await service().clock.advance('61 seconds');
    const all = [...members, ...strangers];
    await expect.poll(() => statesOf(all)).toEqual(all.map(() => 'sent'));
    expect(await isDegraded()).toBe(false);
    for (const email of all) {
      const mail = postmark()
        .mails()
        .findLast(({ to }) => to === email);
      const { long = '' } = mail ? codesIn(mail) : {};
      expect(await outcome(service().as().auth.verifyCode({ email, otp: long }))).toBe(
        'done',
      );
    }
  });

  it('is told with its words, without addresses and codes', async () => {
    postmark().behave(rejects);
    for (const email of members) await send(email);
    start();
    const words = 'Found inactive addresses: … Inactive recipients are refused.';
    await expect.poll(() => told).toContainEqual(['message_rejected', words]);
  });

  it('is over with the mail of an innocent, who is tried before the refused', async () => {
    postmark().behave(rejects);
    await refuseAll(members);
    postmark().behave('ok');
    await send('new@five.example');
    start();
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await service().clock.advance('61 seconds');
    await expect.poll(() => stateOf('new@five.example')).toBe('sent');
    await expect.poll(() => statesOf(members)).toEqual(each('sent'));
    expect(postmark().mails().at(-4)?.to).toBe('new@five.example');
  });

  it('loses no mail of 30 that it refuses at the same moment', async () => {
    postmark().behave(rejects);
    const emails = [
      ...members,
      ...Array.from({ length: 27 }, (_, n) => `n${n}@six.example`),
    ];
    for (const email of emails) await send(email);
    const { mails } = await claimNext(mailDeps(service(), postmark()), {
      most: 30,
      repeats: 0,
    });
    expect(mails).toHaveLength(30);
    const refused = { outcome: 'refused', reason: 'message_rejected' } as const;
    await raceTogether(30, async (n) => {
      const [mail] = mails.slice(n, n + 1);
      if (mail) await recordDelivery(service(), mail, refused);
    });
    expect(new Set(await statesOf(emails))).toEqual(new Set(['queued']));
  });

  it('keeps letters of moves and invitations that it refuses meanwhile', async () => {
    const ann = await signIn(service(), 'ann@one.example');
    const boss = await admin(service());
    postmark().behave(rejects);
    await refuseAll(members);
    await ann.api.users.startMove({ email: 'ann@eight.example' });
    const lines = [{ email: 'guest@nine.example' }];
    const { invitations } = boss.api.moderation;
    await invitations.invite({ action: randomUUID(), lines });
    const { orm, deps } = service();
    const all = { ...deps, orm, mailer: mailDeps(service(), postmark()).mailer };
    await doDue(moving(all));
    await mailNextInvitation(all);
    const invited = async () => (await invitations.list({})).data.invitations[0]?.state;
    expect(await invited()).toBe('waiting');
    postmark().behave('ok');
    await service().clock.advance('10 minutes');
    const mailed = (await mailMoves(service())).map(({ to }) => to);
    expect(mailed.toSorted()).toEqual(['ann@eight.example', 'ann@one.example']);
    await mailNextInvitation(all);
    expect(await invited()).toBe('mailed');
  });

  it.each([
    ['MAIL', '554 5.7.1 This server may not send'],
    ['RCPT', '550 5.7.1 Blocked for its reputation'],
    ['RCPT', '550 We want nothing from you'],
    ['message', '554 5.7.1 Blocked'],
  ] as const)('by SMTP, at %s with %s, is the same', async (at, reply) => {
    await using smtp = await fakeSmtp();
    const mailer = smtpMailer({ url: smtp.url, from: 'Cards <hello@example.com>' });
    smtp.behave({ at, reply });
    for (const email of members) await send(email);
    for (const _ of members)
      await deliverNext({ ...mailDeps(service(), postmark()), mailer });
    expect(await statesOf(members)).toEqual(each('queued'));
    expect(await isDegraded()).toBe(true);
  });
});

describe('what concerns one recipient stays with them:', () => {
  it('addresses that strangers ask for, of any number of domains', async () => {
    postmark().behave(rejects);
    const strangers = Array.from({ length: 50 }, (_, n) => `dead@d${n}.example`);
    await refuseAll(strangers);
    expect(new Set(await statesOf(strangers))).toEqual(new Set(['refused']));
    expect(await isDegraded()).toBe(false);
  });

  it('members with closed mailboxes, by Postmark and by SMTP', async () => {
    postmark().behave('inactive422');
    await refuseAll(members);
    expect(await statesOf(members)).toEqual(each('refused'));
    await using smtp = await fakeSmtp();
    const mailer = smtpMailer({ url: smtp.url, from: 'Cards <hello@example.com>' });
    for (const reply of ['550 5.1.1 Unknown', '552 5.2.2 Full', '550 5.1.10 Null MX']) {
      smtp.behave({ at: 'RCPT', reply });
      for (const email of members) await send(email);
      for (const _ of members)
        await deliverNext({ ...mailDeps(service(), postmark()), mailer });
    }
    expect(await statesOf(members)).toEqual(each('refused'));
    expect(await isDegraded()).toBe(false);
  });

  it('members of two domains, or of three with more than five minutes between', async () => {
    postmark().behave(rejects);
    await refuseAll(['ann@one.example', 'ben@two.example']);
    await signIn(service(), 'other@two.example');
    await refuseAll(['other@two.example']);
    await service().clock.advance('301 seconds');
    await refuseAll(['cem@three.example']);
    expect(await statesOf([...members, 'other@two.example'])).toEqual(
      each('refused').concat('refused'),
    );
  });

  it('members of three domains, if another mail was accepted within five minutes', async () => {
    await send('new@five.example');
    await deliver();
    postmark().behave(rejects);
    await service().clock.advance('299 seconds');
    await refuseAll(members);
    expect(await statesOf(members)).toEqual(each('refused'));
    await service().clock.advance('2 seconds');
    await signIn(service(), 'dia@seven.example');
    await refuseAll(['dia@seven.example']);
    expect(await statesOf(members)).toEqual(each('queued'));
  });
});
