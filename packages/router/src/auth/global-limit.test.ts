import { raceTogether } from '@namecard/db/testing';
import { mailboxMailer, type Message } from '@namecard/email';
import { beforeAll, describe, expect, it } from 'vitest';
import { askForCodes, wrongCodes, wrongLong } from '../testing/codes.ts';
import { codesIn, deliverNext, emptyOutbox } from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress } from '../testing/people.ts';
import { guessesOf, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED CODE_INVALID';

const verify = async (email: string, otp: string) =>
  outcome(service().as().auth.verifyCode({ email, otp }));

/** Gives an address as many wrong short codes as it takes. */
async function guessWrong(count: number): Promise<void> {
  const email = newAddress();
  const { short } = await askForCodes(service(), email);
  for (const otp of wrongCodes(count, short)) {
    expect(await verify(email, otp)).toBe(refused);
  }
}

/** Delivers the one mail to the address, and returns what was in it. */
async function mailTo(email: string): Promise<{ short?: string; long?: string }> {
  await emptyOutbox(service());
  await service().as().auth.sendCode({ email });
  const mails: Message[] = [];
  const { orm, deps } = service();
  const mailer = mailboxMailer();
  await deliverNext({
    ...deps,
    orm,
    mailer: {
      deliver: async (message) => {
        mails.push(message);
        return mailer.deliver(message);
      },
    },
  });
  const [mail] = mails;
  if (!mail) throw new Error('No mail was due');
  return codesIn(mail);
}

beforeAll(async () => {
  await service().clock.set('2026-03-01T10:05:00Z');
});

describe('what is counted in the hour over all addresses', () => {
  it('is each short code that was compared and wrong, and nothing else', async () => {
    const email = newAddress();
    const { short } = await askForCodes(service(), email);
    await verify(email, wrongLong);
    await verify(email, '12345');
    await verify(newAddress(), '123456');
    expect(await verify(email, short)).toBe('done');
    expect(await rowsOf(service(), 'hourly_counts')).toEqual([]);
    await guessWrong(2);
    expect(await rowsOf(service(), 'hourly_counts')).toMatchObject([
      expect.stringContaining('"count":2'),
    ]);
  });
});

describe('500 wrong short codes in a clock hour', () => {
  const email = newAddress();

  beforeAll(async () => {
    await raceTogether(99, async () => guessWrong(5));
    await guessWrong(3);
  });

  it('close short codes to everybody, and cost nobody a guess', async () => {
    const { short } = await askForCodes(service(), email);
    expect(await verify(email, short)).toBe(refused);
    expect(await guessesOf(service(), email)).toBe(0);
  });

  it('leave long codes working, and mails that hold those alone', async () => {
    const { short, long } = await mailTo(email);
    expect(short).toBeUndefined();
    expect(await verify(email, long ?? '')).toBe('done');
  });

  it('are counted by nobody where the limit is off', async () => {
    const { short } = await askForCodes(service(), email);
    const unlimited = service().with({ settings: { wrongGlobal: 0 } });
    expect(await outcome(unlimited.as().auth.verifyCode({ email, otp: short }))).toBe('done');
  });

  it('close them to the last microsecond of the hour, and no longer', async () => {
    await service().clock.set('2026-03-01T10:59:59.999999Z');
    const other = newAddress();
    const { short } = await askForCodes(service(), other);
    expect(await verify(other, short)).toBe(refused);
    await service().clock.advance('1 microsecond');
    expect(await verify(other, short)).toBe('done');
    expect((await mailTo(other)).short).toBeDefined();
  });
});
