import { refuseWith } from '@namecard/email/testing';
import { describe, expect, it } from 'vitest';
import { answering, answers500, answersHtml, isDown, refuses, rideOut } from './outage.ts';
import { broken } from './stage/findings.ts';
import { useStage } from './stage/use-stage.ts';

describe('while Postmark is', () => {
  const stage = useStage();

  it.each([
    isDown,
    answers500,
    answersHtml,
    refuses,
    answering('answering 429', refuseWith(429, 429, { 'retry-after': '1' })),
    answering('silent until it hangs up', (_request, response) => {
      setTimeout(() => response.destroy(), 500);
    }),
  ])('$name, send-code answers, and no mail is lost', async (trouble) => {
    expect(broken(await rideOut(stage(), trouble, { seconds: 0.2, asks: 4 }))).toEqual([]);
  });
});
