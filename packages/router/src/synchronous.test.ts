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
    const slow = synchronous(z.string().refine(async () => Promise.resolve(true)));
    const echo = t.procedure.input(slow).query(({ input }) => input);
    await expect(t.router({ echo }).createCaller({}).echo('x')).rejects.toMatchObject({
      cause: expect.any(z.core.$ZodAsyncError),
    });
  });

  it('throws where a check has to be waited for', () => {
    const slow = synchronous(z.string().refine(async () => Promise.resolve(true)));
    expect(() => slow.parseAsync('x')).toThrow(z.core.$ZodAsyncError);
  });
});
