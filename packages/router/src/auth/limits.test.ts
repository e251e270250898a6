import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes, codesOf, wrongCodes, wrongLong } from '../testing/codes.ts';
import { outcome, refusal, tally } from '../testing/outcome.ts';
import { newAddress, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/service.ts';
import { networksOf } from './limits.ts';

const service = useService();
const limited = 'TOO_MANY_REQUESTS RATE_LIMITED';
const wrong = 'UNAUTHORIZED CODE_INVALID';
let networks = 0;

const newIp = () => `10.0.${(networks += 1) >> 8}.${networks & 255}`;

const strict = () => service().with({ settings: { sendPerIp: 3, verifyPerIp: 3 } });
const send = async (ip: string, by = strict()) =>
  outcome(by.as(undefined, { ip }).auth.sendCode({ email: newAddress() }));

describe('the limit of requests from one IP address', () => {
  it('is reached by sends, and says when to come back', async () => {
    const ip = newIp();
    for (const _ of [1, 2, 3]) expect(await send(ip)).toBe('done');
    await service().clock.advance('20 minutes');
    const call = strict().as(undefined, { ip }).auth.sendCode({ email: newAddress() });
    expect(await refusal(call)).toMatchObject({ reason: 'RATE_LIMITED', retryAfter: 40 * 60 });
    await service().clock.advance('39 minutes 59.999999 seconds');
    expect(await send(ip)).toBe(limited);
    await service().clock.advance('1 microsecond');
    expect(await send(ip)).toBe('done');
  });

  it('is reached by verifications, right or wrong, and apart from sends', async () => {
    const ip = newIp();
    const email = newAddress();
    const verify = async (otp: string) =>
      outcome(strict().as(undefined, { ip }).auth.verifyCode({ email, otp }));
    for (const _ of [1, 2, 3]) expect(await verify(wrongLong)).toBe(wrong);
    const { short } = await askForCodes(service(), email);
    expect(await verify(short)).toBe(limited);
    expect(await send(ip)).toBe('done');
  });

  it('comes before anything is looked at or written', async () => {
    const ip = newIp();
    for (const _ of [1, 2, 3]) await send(ip);
    const before = await rowsOf(service(), 'addresses');
    const bad = strict().as(undefined, { ip }).auth.sendCode({ email: 'no address' });
    expect(await outcome(bad)).toBe(limited);
    expect(await send(ip)).toBe(limited);
    expect(await rowsOf(service(), 'addresses')).toEqual(before);
  });

  it('is exact for 30 parallel requests over two instances', async () => {
    const ip = newIp();
    const [one, other] = [strict(), strict()];
    const results = await raceTogether(30, async (index) =>
      (index % 2 === 0 ? one : other).as(undefined, { ip }).auth.sendCode({ email: newAddress() }),
    );
    expect(tally(results)).toEqual({ done: 3, [limited]: 27 });
  });

  it('is each address’s own', async () => {
    const ip = newIp();
    for (const _ of [1, 2, 3]) await send(ip);
    expect(await send(newIp())).toBe('done');
  });

  it('is off at 0', async () => {
    const ip = newIp();
    const off = service().with({ settings: { sendPerIp: 0 } });
    for (const _ of [1, 2, 3, 4, 5]) expect(await send(ip, off)).toBe('done');
  });

  it('counts IPv6 by networks of /64, and ten times that by /48', async () => {
    for (const host of ['1', '2', 'ffff:1'])
      expect(await send(`2001:db8:1:1::${host}`)).toBe('done');
    expect(await send('2001:db8:1:1::3')).toBe(limited);
    const subnets = Array.from({ length: 30 }, (_, index) => `2001:db8:2:${index.toString(16)}::1`);
    for (const ip of subnets) expect(await send(ip)).toBe('done');
    expect(await send('2001:db8:2:aaaa::1')).toBe(limited);
    expect(await send('2001:db8:3:aaaa::1')).toBe('done');
  });
});

describe('the networks of an IP address', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['::FFFF:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:0DB8:0001:0002::1', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:db8::', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
    ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ])('%s are %j', (ip, expected) => {
    expect(networksOf(ip).map(({ network }) => network)).toEqual(expected);
  });
});

describe('the limit of wrong short codes of an hour, over all addresses', () => {
  const few = () => service().with({ settings: { wrongGlobal: 3 } });
  const verify = async (email: string, otp: string) =>
    outcome(few().as().auth.verifyCode({ email, otp }));

  /** One wrong guess at each of so many addresses. */
  async function guessWrong(count: number): Promise<void> {
    for (const email of Array.from({ length: count }, newAddress)) {
      const { short } = await askForCodes(service(), email);
      expect(await verify(email, wrongCodes(1, short)[0] ?? '')).toBe(wrong);
    }
  }

  beforeEach(async () => {
    const now = await service().clock.now();
    await service().clock.set(`${now.slice(0, 13)}:50:00Z`);
    await service().clock.advance('1 hour');
  });

  it('closes short codes for everybody to the end of the clock hour, while long ones work', async () => {
    const [one, other] = [newAddress(), newAddress()];
    const codes = await askForCodes(service(), one);
    await guessWrong(2);
    expect(await verify(one, codes.short)).toBe('done');
    await guessWrong(1);
    const { short, long } = await askForCodes(service(), other);
    expect(await verify(other, short)).toBe(wrong);
    await service().clock.advance('9 minutes 59.999999 seconds');
    expect(await verify(other, short)).toBe(wrong);
    expect(await verify(other, long)).toBe('done');
    await service().clock.advance('1 microsecond');
    await few().as().auth.sendCode({ email: other });
    expect(await verify(other, (await codesOf(service(), other)).short)).toBe('done');
  });

  it('is not reached by what is refused without being compared, nor by right codes', async () => {
    await verify(newAddress(), '123456');
    const email = newAddress();
    await askForCodes(service(), email);
    for (const _ of [1, 2, 3, 4]) await verify(email, wrongLong);
    for (const _ of [1, 2, 3, 4]) await signIn(few());
    const { short } = await askForCodes(service(), email);
    expect(await verify(email, short)).toBe('done');
  });
});
