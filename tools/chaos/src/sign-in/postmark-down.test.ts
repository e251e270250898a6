import { refuseWith } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { holdUpOne } from './hold-up.ts';
import { answering, answersHtml, isDown, refuses, rideOut } from './outage.ts';
import { broken } from './fixture/findings.ts';
import { useFixture } from './fixture/use-fixture.ts';

describe('while Postmark is', () => {
  const fixture = useFixture();

  it('silent about one mail, no other waits for it', async () => {
    expect(broken(await holdUpOne(fixture()))).toEqual([]);
  });

  it.each([
    isDown,
    answersHtml,
    refuses,
    answering('answering 429', refuseWith(429, 429, { 'retry-after': '1' })),
  ])('$name, send-code answers, and no mail is lost', async (trouble) => {
    expect(broken(await rideOut(fixture(), trouble, { seconds: 0.2, asks: 4 }))).toEqual([]);
  });
});
