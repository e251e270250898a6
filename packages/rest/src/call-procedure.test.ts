import { initTRPC, TRPCError, type AnyProcedure } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callerOf } from './call-procedure.ts';

const t = initTRPC.context<{ token: string }>().meta<{ summary: string }>().create();

const protectedProcedure = t.procedure.use(({ ctx, next }) => {
  if (ctx.token === '') {
    throw new TRPCError({ code: 'UNAUTHORIZED', message: 'who?' });
  }
  return next({ ctx: { user: ctx.token.toUpperCase() } });
});

const describing = t.procedure
  .meta({ summary: 'a meta' })
  .use(({ path, type, meta, next }) => next({ ctx: { seen: { path, type, meta } } }));

const procedures: Record<string, AnyProcedure> = {
  plain: t.procedure.query(() => 'plain'),
  nothing: t.procedure.mutation(() => undefined),
  context: protectedProcedure.query(({ ctx }) => [ctx.token, ctx.user]),
  described: describing.mutation(({ ctx }) => ctx.seen),
  aborted: t.procedure.query(({ signal }) => signal?.aborted),
  input: protectedProcedure
    .input(z.object({ name: z.string().trim() }))
    .input(z.object({ age: z.number().default(7) }))
    .output(z.object({ name: z.string(), age: z.number() }))
    .query(({ input }) => ({ ...input, secret: 'dropped' })),
  badOutput: t.procedure
    .output(z.object({ a: z.number() }))
    .query(() => JSON.parse('{"a":"x"}')),
  failing: t.procedure.query(() => {
    throw new RangeError('our fault');
  }),
  conflicting: t.procedure.query(() => {
    throw new TRPCError({ code: 'CONFLICT', message: 'taken' });
  }),
};

const typeOf = (procedure: AnyProcedure) =>
  procedure._def.type === 'mutation' ? 'mutation' : 'query';

async function ended(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return { output: await work() };
  } catch (error) {
    const { code, message, cause } =
      error instanceof TRPCError ? error : new TRPCError({ code: 'TIMEOUT' });
    return { code, message, cause: cause && [cause.name, cause.message] };
  }
}

const inputs = [
  undefined,
  { name: ' ann ' },
  { name: 1 },
  { name: 'bob', age: 3, more: true },
];

const cases = Object.keys(procedures).flatMap((name) =>
  inputs.flatMap((input) => ['ann', ''].map((token) => ({ name, input, token }))),
);

describe('a procedure called step by step', () => {
  it.each(cases)('ends like a call by tRPC: $name, $input, $token', async (one) => {
    const procedure = procedures[one.name];
    if (!procedure) throw new Error('no such procedure');
    const type = typeOf(procedure);
    const given = { ctx: { token: one.token }, getRawInput: async () => one.input };
    const signal = AbortSignal.abort();
    const expected = await ended(() =>
      procedure({ ...given, path: one.name, type, signal, batchIndex: 0 }),
    );
    const call = callerOf({ procedure, name: one.name, type });
    expect(await ended(() => call({ ...given, source: { signal } }))).toEqual(expected);
  });

  it('gets its signal if it asks for one: its steps are found', async () => {
    let asked = 0;
    const source = {
      get signal() {
        asked += 1;
        return AbortSignal.abort();
      },
    };
    for (const name of ['plain', 'aborted']) {
      const procedure = procedures[name];
      if (!procedure) throw new Error('no such procedure');
      const call = callerOf({ procedure, name, type: 'query' });
      await call({ ctx: { token: 'ann' }, getRawInput: async () => undefined, source });
    }
    expect(asked).toBe(1);
  });

  it('is called normally if its steps are not found', async () => {
    const { plain } = procedures;
    if (!plain) throw new Error('no such procedure');
    const hidden = Object.assign(plain.bind(undefined), {
      ...plain,
      _def: { ...plain._def, middlewares: undefined },
    });
    const call = callerOf({ procedure: hidden, name: 'plain', type: 'query' });
    const given = { ctx: { token: '' }, getRawInput: async () => undefined, source: {} };
    expect(await call(given)).toBe('plain');
  });
});
