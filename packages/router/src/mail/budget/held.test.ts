import { beforeEach, describe, expect, it } from 'vitest';
import { allCodesOf, codesOf } from '../../testing/codes.ts';
import {
  deliverAll,
  deliverAny,
  emptyOutbox,
  sendFrom,
  useUpMailsOf,
} from '../../testing/mail.ts';
import { outcome } from '../../testing/outcome.ts';
import { newAddress } from '../../testing/people.ts';
import { mailsTo } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { expireMails } from '../mails.sql.ts';

const service = useService();

const askFor = async (email: string, ip: string, userAgent?: string) =>
  service().as(undefined, { ip, userAgent }).auth.sendCode({ email });

const expire = async () => expireMails(service().orm.em.fork());
const statesOf = async (email: string) =>
  (await mailsTo(service(), email)).map(({ state, held }) => (held ? 'held' : state));
const countsOf = async (email: string) =>
  (await allCodesOf(service(), email)).map(({ mails }) => mails);

const hold = async (ip: string) => useUpMailsOf(ip, service());

const held = '192.0.2.1';
const elsewhere = '203.0.113.1';

let email: string;

beforeEach(async () => {
  await emptyOutbox(service());
  email = newAddress();
});

describe('a held mail', () => {
  it('counts when it is released, not when it is asked for', async () => {
    await askFor(email, held);
    expect(await countsOf(email)).toEqual([0]);
    await deliverAny(service());
    expect(await countsOf(email)).toEqual([1]);
  });

  it('is the only one of its address, even after many requests', async () => {
    await hold(held);
    for (const ip of [held, held, '192.0.2.1', held]) await askFor(email, ip);
    expect(await statesOf(email)).toEqual(['held']);
    expect(await countsOf(email)).toEqual([0]);
  });

  it('leaves at once by the turn of another request from elsewhere', async () => {
    await hold(held);
    await askFor(email, held);
    expect(await deliverAny(service())).toBeUndefined();
    await askFor(email, elsewhere);
    expect(await deliverAny(service())).toBe(email);
    expect(await statesOf(email)).toEqual(['sent']);
  });

  it('is paid for by the turn by which it leaves; the others stay, and pay without a mail', async () => {
    await hold(held);
    // A repeated request adds no turn.
    for (const ip of [held, held, elsewhere]) await askFor(email, ip);
    expect(await deliverAll(service())).toEqual([email]);
    const next = await sendFrom(service(), held);
    await service().clock.advance('1 minute');
    expect(await deliverAll(service())).toEqual([]);
    await service().clock.advance('1 minute');
    expect(await deliverAll(service())).toEqual([next]);
  });

  it('names the browser and the time of the request whose turn it was', async () => {
    await hold(held);
    await askFor(email, held, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0');
    const at = await service().clock.advance('20 seconds');
    await askFor(email, elsewhere, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
    await deliverAny(service());
    const [mail] = await mailsTo(service(), email);
    expect(mail).toMatchObject({ system: 'Windows' });
    expect(Date.parse(mail?.createdAt ?? '')).toBe(Date.parse(at));
  });

  it('keeps its place if the same IP address asks again', async () => {
    await hold(held);
    await askFor(email, held);
    await service().clock.advance('1 second');
    await sendFrom(service(), held);
    await askFor(email, held);
    await service().clock.advance('1 minute');
    expect(await deliverAny(service())).toBe(email);
  });

  it('gets the codes of a new challenge if its own is five minutes old and was never mailed', async () => {
    await hold(held);
    await askFor(email, held);
    const never = await codesOf(service(), email);
    await service().clock.advance('4 minutes 59.999999 seconds');
    await askFor(email, held);
    expect(await codesOf(service(), email)).toMatchObject({ long: never.long });
    await service().clock.advance('1 microsecond');
    await askFor(email, elsewhere);
    const fresh = await allCodesOf(service(), email);
    expect(fresh).toHaveLength(1);
    expect(fresh[0]?.long).not.toBe(never.long);
    expect(await deliverAny(service())).toBe(email);
    const otp = fresh[0]?.short ?? '';
    expect(await outcome(service().as().auth.verifyCode({ email, otp }))).toBe('done');
  });

  it('gets the codes of a new challenge if the mailed one is five minutes old, which stays valid', async () => {
    await askFor(email, elsewhere);
    await deliverAny(service());
    const mailed = await codesOf(service(), email);
    await hold(held);
    await askFor(email, held);
    await service().clock.advance('5 minutes');
    await askFor(email, held);
    expect(await countsOf(email)).toEqual([0, 1]);
    expect(
      await outcome(service().as().auth.verifyCode({ email, otp: mailed.short })),
    ).toBe('done');
  });

  it('leaves if its long code has 30 minutes left; with less it is dropped with its challenge', async () => {
    await hold(held);
    const other = newAddress();
    await askFor(other, held);
    await service().clock.advance('1 microsecond');
    await askFor(email, held);
    await service().clock.advance('30 minutes');
    await expire();
    expect(await statesOf(email)).toEqual(['held']);
    expect(await statesOf(other)).toEqual(['expired']);
    expect(await countsOf(other)).toEqual([]);
    expect(await deliverAny(service())).toBe(email);
  });

  it('is not released late, dropped or not', async () => {
    await askFor(email, held);
    await service().clock.advance('30 minutes 1 microsecond');
    expect(await deliverAny(service())).toBeUndefined();
  });

  it('is dropped without its challenge if that was mailed', async () => {
    await askFor(email, elsewhere);
    await deliverAny(service());
    const { long } = await codesOf(service(), email);
    await hold(held);
    await askFor(email, held);
    await service().clock.advance('30 minutes 1 microsecond');
    await expire();
    expect(await statesOf(email)).toEqual(['sent', 'expired']);
    expect(await outcome(service().as().auth.verifyCode({ email, otp: long }))).toBe(
      'done',
    );
  });

  it('does not count after it was dropped: a new request is mailed', async () => {
    await hold(held);
    for (let times = 0; times < 12; times += 1) {
      await askFor(email, held);
      await service().clock.advance('30 minutes 1 microsecond');
      await expire();
    }
    await askFor(email, elsewhere);
    expect(await deliverAny(service())).toBe(email);
  });

  it('leaves once the budget is switched off, and counts', async () => {
    await hold(held);
    await askFor(email, held);
    const unlimited = service().with({ settings: { mailsPerHour: 0 } });
    expect(await deliverAny(unlimited)).toBe(email);
    expect(await countsOf(email)).toEqual([1]);
  });

  it('is replaced by a new request if the budget is switched off', async () => {
    await hold(held);
    await askFor(email, held);
    const unlimited = service().with({ settings: { mailsPerHour: 0 } });
    await unlimited.as().auth.sendCode({ email });
    expect(await statesOf(email)).toEqual(['expired', 'queued']);
    expect(await countsOf(email)).toEqual([1]);
  });
});

describe('an address whose mails have left', () => {
  it('is mailed three times with the same codes, and nine times at most before the pause', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let asks = 0; asks < 5; asks += 1) {
        await askFor(email, elsewhere);
        await deliverAny(service());
      }
      await service().clock.advance('5 minutes');
    }
    expect(await countsOf(email)).toEqual([3, 3, 3]);
    await askFor(email, elsewhere);
    expect(await deliverAny(service())).toBeUndefined();
    await service().clock.advance('25 minutes');
    await askFor(email, elsewhere);
    expect(await deliverAny(service())).toBe(email);
  });
});
