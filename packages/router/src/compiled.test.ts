import { initTRPC, TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compiled } from './compiled.ts';
import { appRouter } from './root.ts';

const t = initTRPC.create();

const Named = z.object({ name: z.string().trim() });

type Described = { _def: { inputs: unknown[]; output?: unknown } };

const Procedures = z.record(
  z.string(),
  z.custom<Described>((value) => typeof value === 'function'),
);

const echoOf = (schema: typeof Named) =>
  t.procedure
    .input(compiled(schema))
    .output(compiled(schema))
    .query(({ input }) => ({ ...input, more: 1 }));

describe('a schema of a procedure', () => {
  it('is read by what zod compiled, without waiting', () => {
    // A promise would not equal it.
    const read: unknown = compiled(Named).parseAsync({ name: ' ann ' });
    expect(read).toEqual({ name: 'ann' });
  });

  it('refuses with the issues that it has by itself', async () => {
    const given: unknown = JSON.parse('{ "name": 1 }');
    const issues = Named.safeParse(given).error?.issues;
    expect(issues).toMatchObject([{ path: ['name'] }]);
    const caller = t.router({ echo: echoOf(Named) }).createCaller({});
    const error = await Reflect.apply(caller.echo, undefined, [given]).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(TRPCError);
    expect(error).toMatchObject({ code: 'BAD_REQUEST', cause: { issues } });
  });

  it('describes the procedure as it is', () => {
    const { _def } = echoOf(Named);
    expect(_def.inputs).toEqual([Named]);
    expect(Reflect.get(_def, 'output')).toBe(Named);
  });

  it('is, of every procedure, one that zod compiles, so that no check has to be waited for', () => {
    const procedures = Procedures.parse(appRouter._def.procedures);
    const schemas = Object.values(procedures).flatMap(({ _def: { inputs, output } }) => [
      ...inputs,
      output,
    ]);
    const ofZod = schemas.filter((schema) => schema instanceof z.ZodType);
    expect(ofZod.length).toBeGreaterThan(80);
    expect(() =>
      ofZod.map((schema) => z.compile(schema, { strict: true })),
    ).not.toThrow();
  });
});
