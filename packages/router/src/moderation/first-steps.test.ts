import { randomUUID } from 'node:crypto';
import type { Message } from '@namecard/email';
import { defaultProduct } from '@namecard/look';
import { expect, it } from 'vitest';
import { readBackupAge, readDatabaseAge } from '../audit/backups.sql.ts';
import { recordOperation } from '../audit/record-action.ts';
import { deliverAll } from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, newAddress } from '../testing/people.ts';
import { type TestService, useService } from '../testing/use-service.ts';

const service = useService();

const product = { ...defaultProduct, name: 'Chess Club', hasLogo: true };
const settings = { issuer: 'https://chess.example', product, signUps: [] };

/** The steps that are left, as an admin with this session reads them. */
const left = async (token: string, on: TestService = service()) => {
  const { steps } = (await on.as(token).moderation.firstSteps()).data;
  return steps.filter(({ isDone }) => !isDone).map(({ step }) => step);
};

it('the first steps of a new service are left until each is done', async () => {
  const boss = await admin(service());
  expect(await left(boss.token)).toEqual([
    'mail',
    'address',
    'look',
    'sign_ups',
    'invitations',
    'second_admin',
    'backup',
  ]);
  const set = service().with({ settings });
  const byOperator = ['mail', 'invitations', 'second_admin', 'backup'];
  expect(await left(boss.token, set)).toEqual(byOperator);
  await service().as().auth.sendCode({ email: newAddress() });
  await deliverAll(service());
  const lines = [{ email: newAddress() }];
  await boss.api.moderation.invitations.invite({ action: randomUUID(), lines });
  await admin(service());
  expect(await left(boss.token, set)).toEqual(['backup']);
  expect(await readBackupAge(service().orm.em)).toBeUndefined();
  await recordOperation(service().deps, 'database.backed_up', { after: {} });
  expect(await left(boss.token, set)).toEqual([]);
});

it('an admin gets five test mails an hour, and the answer of the provider', async () => {
  const boss = await admin(service());
  const sent: Message[] = [];
  const test = (messageId: string) =>
    service()
      .with({
        deliver: async (mail) => {
          sent.push(mail);
          return { outcome: 'sent', messageId };
        },
      })
      .as(boss.token)
      .moderation.mail.test();
  const unsent = 'SERVICE_UNAVAILABLE MAIL_PROVIDER_REFUSED';
  expect(await outcome(test('mailbox-1'))).toBe(unsent);
  for (let nth = 2; nth <= 5; nth += 1) {
    expect(await outcome(test('at-provider'))).toBe('done');
  }
  expect(await outcome(test('at-provider'))).toBe('TOO_MANY_REQUESTS RATE_LIMITED');
  expect(sent.map(({ to }) => to)).toEqual(Array(5).fill(boss.email));
});

it('a service that is older than 30 days has no first steps', async () => {
  const { orm, clock } = service();
  const before = await readDatabaseAge(orm.em);
  await clock.advance('31 days');
  expect((await readDatabaseAge(orm.em)) - before).toBeCloseTo(2_678_400);
  const boss = await admin(service());
  expect((await boss.api.moderation.firstSteps()).data.steps).toEqual([]);
});
