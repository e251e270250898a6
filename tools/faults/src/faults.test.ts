import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { untilServed } from './harness/ask.ts';
import { answerFigures, longestGap } from './harness/book.ts';
import { exactly, holds, isHeld, none, rowOf } from './harness/figures.ts';
import type { Answered } from './harness/load.ts';
import { scenarios } from './scenarios.ts';

describe('a figure', () => {
  it('holds within its limits, and NaN within none', () => {
    const within = { name: 'it', atLeast: 1, atMost: 3 };
    expect([0, 1, 3, 4, Number.NaN].map((value) => isHeld({ ...within, value }))).toEqual(
      [false, true, true, false, false],
    );
    expect(isHeld({ name: 'it', value: 5 })).toBe(true);
    expect([none('it', 1), holds('it', false), exactly('it', 2, 3)].map(isHeld)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is printed with its limit', () => {
    const row = rowOf('a', { name: 'it', value: 1.26, unit: 's', atMost: 2 });
    expect(row).toMatchObject({ value: '1.3 s', limit: '≤ 2', held: true });
    expect(rowOf('a', exactly('it', 2, 3))).toMatchObject({ limit: '= 3', held: false });
  });
});

const answered = (at: number, status = 200): Answered => ({
  kind: 'list',
  status,
  at,
  hasRetryAfter: false,
});

describe('a call', () => {
  const served = (statuses: number[], headers: Record<string, string>) => {
    const left = statuses.map((status) => ({
      status,
      headers: new Headers(headers),
      body: '',
    }));
    return untilServed(
      async () => left.shift() ?? Promise.reject(new Error('asked again')),
    );
  };

  it('is repeated after Retry-After while an overloaded service refuses it', async () => {
    expect(await served([503, 429, 200], { 'retry-after': '0' })).toMatchObject({
      status: 200,
    });
  });

  it('is not repeated after another answer, without Retry-After or hours later', async () => {
    expect(await served([503, 200], {})).toMatchObject({ status: 503 });
    expect(await served([429, 200], { 'retry-after': '3600' })).toMatchObject({
      status: 429,
    });
    expect(await served([401, 200], { 'retry-after': '1' })).toMatchObject({
      status: 401,
    });
  });
});

describe('the book', () => {
  it('finds the longest time without a success of a kind of call', () => {
    const answers = [answered(10), answered(20), answered(50, 503), answered(80)];
    expect(longestGap(answers, { began: 0, ended: 90 })).toEqual({
      began: 20,
      ended: 80,
    });
  });

  it('allows the given share of 503, and nothing else', () => {
    const broken = (statuses: number[], allowed?: Parameters<typeof answerFigures>[1]) =>
      answerFigures(
        statuses.map((status) => ({ ...answered(1, status), hasRetryAfter: true })),
        allowed,
      )
        .filter((figure) => !isHeld(figure))
        .map(({ name }) => name);
    expect(broken([200, 503])).toEqual([]);
    expect(broken([200, 503], { unavailable: 0.1 })).toEqual(['% answered 503']);
    expect(broken([200, 500])).toEqual(['wrong answers list 500']);
    expect(broken([200, 0])).toEqual(['wrong answers list 0']);
    expect(broken([200, 0], { mayBreak: true })).toEqual([]);
  });
});

it('the scenarios that the documents name exist', () => {
  const docs = join(import.meta.dirname, '../../../docs');
  const named = globSync('**/*.{md,conf}', { cwd: docs }).flatMap((page) => {
    const text = readFileSync(join(docs, page), 'utf8');
    const commands = text.matchAll(/npm run faults -- ([a-z][\w/-]*)/g);
    return [...commands].map(([, name = '']) => name);
  });
  const missing = named.filter(
    (beginning) => !scenarios.some(({ name }) => name.startsWith(beginning)),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(missing).toEqual([]);
});
