import { initTRPC } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { synchronous } from './synchronous.ts';

const schema = () => synchronous(z.object({ name: z.string().trim() }).meta({ id: 'Named' }));

describe('a schema that is read without waiting', () => {
  it('gives what it would give otherwise', async () => {
    expect(await schema().parseAsync({ name: ' ann ', more: 1 })).toEqual({ name: 'ann' });
  });

  it('refuses with the same issues', async () => {
    const plain = z.object({ name: z.string().trim() });
    const issues = async (read: () => Promise<unknown>) => {
      try {
        return await read();
      } catch (error) {
        return error instanceof z.ZodError ? error.issues : error;
      }
    };
    const expected = await issues(() => plain.parseAsync({ name: 1 }));
    expect(await issues(async () => schema().parseAsync({ name: 1 }))).toEqual(expected);
    expect(expected).toMatchObject([{ path: ['name'] }]);
  });

  it('keeps what describes it, and may be given twice', () => {
    expect(synchronous(schema()).meta()).toEqual({ id: 'Named' });
  });

  it('is read by tRPC in this way', async () => {
    const t = initTRPC.create();
    const read: unknown[] = [];
    const watched = schema();
    const parseAsync = (value: unknown) => read.push(value) && watched.parse(value);
    Object.defineProperty(watched, 'parseAsync', { value: parseAsync });
    const echo = t.procedure.input(watched).query(({ input }) => input);
    expect(await t.router({ echo }).createCaller({}).echo({ name: ' ann ' })).toEqual({
      name: 'ann',
    });
    expect(read).toEqual([{ name: ' ann ' }]);
  });

  it('is refused where a check has to be waited for', () => {
    const slow = z.string().refine(async () => Promise.resolve(true));
    expect(() => synchronous(slow)).toThrow('async .refine() predicates are not supported');
  });
});
