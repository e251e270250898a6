import { expect, it, vi } from 'vitest';
import { bodyOf, checkedOnce, sharedBy } from './shared.ts';

type Page = { names: string[] };

const answersOf = () => sharedBy(({ names }: Page) => ({ data: names }));

const check = () => vi.fn((answer: unknown) => ({ ...Object(answer), checked: true }));

it('what several calls read at once is shaped, checked and written once', () => {
  const [answerOf, checking, page] = [answersOf(), check(), { names: ['ann'] }];
  const [first, second] = [answerOf(page), answerOf(page)];
  const checked = checkedOnce(first, checking);
  expect(checkedOnce(second, checking)).toBe(checked);
  expect(checking).toHaveBeenCalledTimes(1);
  const stringify = vi.spyOn(JSON, 'stringify');
  expect(bodyOf(checked)).toBe('{"data":["ann"],"checked":true}');
  expect(bodyOf(checked)).toBe('{"data":["ann"],"checked":true}');
  expect(stringify).toHaveBeenCalledTimes(1);
  stringify.mockRestore();
});

it('what is read again, be it the same, is an answer of its own', () => {
  const [answerOf, checking] = [answersOf(), check()];
  const [before, after] = [{ names: ['ann'] }, { names: [] }].map((page) =>
    bodyOf(checkedOnce(answerOf(page), checking)),
  );
  expect(before).toContain('ann');
  expect(after).not.toContain('ann');
  expect(checking).toHaveBeenCalledTimes(2);
});

it('an answer of one call is checked and written for it alone', () => {
  const checking = check();
  const answer = { data: null };
  checkedOnce(answer, checking);
  checkedOnce(answer, checking);
  expect(checking).toHaveBeenCalledTimes(2);
  expect(bodyOf(answer)).toBe('{"data":null}');
  expect(bodyOf(undefined)).toBe('null');
});
