import { NamecardError } from '@namecard/client';
import { expect, it } from 'vitest';
import { askedCode, withMailedCode } from './mailed-code.ts';
import { forgetPerson } from './store.ts';

it('several acts ask for one code at a time, and for none that is needed no more', async () => {
  let isConfirmed = false;
  const act = (name: string) =>
    withMailedCode(async (code) => {
      isConfirmed ||= code === 'right';
      if (isConfirmed) return name;
      throw new NamecardError(
        code ? 'CODE_INVALID' : 'CODE_REQUIRED',
        'It takes a code.',
      );
    });
  const acts = Promise.all([act('one'), act('two'), act('three')]);
  for (const code of ['wrong', 'right']) {
    await expect.poll(() => askedCode.get()).toBeDefined();
    askedCode.get()?.answer(code);
  }
  expect(await acts).toEqual(['one', 'two', 'three']);
  expect(askedCode.get()).toBeUndefined();
});

it('the act of a person who leaves is given up, and holds up none of the next', async () => {
  const act = () =>
    withMailedCode(async (code) => {
      if (code === 'right') return 'done';
      throw new NamecardError('CODE_REQUIRED', 'It takes a code.');
    });
  const former = act();
  await expect.poll(() => askedCode.get()).toBeDefined();
  forgetPerson();
  await expect(former).rejects.toMatchObject({ reason: 'CODE_REQUIRED' });
  const next = act();
  await expect.poll(() => askedCode.get()).toBeDefined();
  askedCode.get()?.answer('right');
  expect(await next).toBe('done');
});
