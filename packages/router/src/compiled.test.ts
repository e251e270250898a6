import { initTRPC, TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compiled, compiledInput } from './compiled.ts';
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

  it('refuses with the same issues as without compiling', async () => {
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

  it('describes the procedure as before', () => {
    const { _def } = echoOf(Named);
    expect(_def.inputs).toEqual([Named]);
    expect(Reflect.get(_def, 'output')).toBe(Named);
  });

  it('can be compiled for every procedure, so no check is asynchronous', () => {
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

describe('an input', () => {
  const Parser = z.custom<{ parseAsync: (value: unknown) => unknown }>(
    (value) => value instanceof z.ZodType,
  );
  const inputs = Object.entries(Procedures.parse(appRouter._def.procedures)).flatMap(
    ([name, { _def }]) =>
      _def.inputs.map((input) => ({ name, input: Parser.parse(input) })),
  );
  const issuesOf = (input: z.infer<typeof Parser>, value: unknown) => {
    try {
      input.parseAsync(value);
      return [];
    } catch (error) {
      return z.instanceof(z.ZodError).parse(error).issues;
    }
  };

  it.each(inputs)('of $name may be missing, like one without fields', ({ input }) => {
    expect(issuesOf(input, undefined)).toEqual(issuesOf(input, {}));
  });

  const Shaped = z.union([
    z.custom<z.ZodObject>((value) => value instanceof z.ZodObject),
    z
      .custom<z.ZodPrefault<z.ZodObject>>((value) => value instanceof z.ZodPrefault)
      .transform((prefault) => prefault.unwrap()),
  ]);
  const wrong = [undefined, null, 5, -1.5, true, '', 'x'.repeat(20_000), {}, [], [5]];

  it.each(inputs)('of $name is refused in our own words', ({ input }) => {
    const fields = Object.keys(Shaped.parse(input).shape);
    const tried = [
      null,
      5,
      'x',
      [],
      ...fields.flatMap((field) => wrong.map((value) => ({ [field]: value }))),
    ];
    const messages = tried
      .flatMap((value) => issuesOf(input, value))
      .map(({ message }) => message);
    expect(messages).not.toEqual([]);
    expect(
      messages.filter((message) => /^(Invalid|Too|Unrecognized)|expected/.test(message)),
    ).toEqual([]);
  });

  it('has words for each kind of issue', () => {
    const Odd = z.strictObject({
      list: z.array(z.string()).min(1).max(2),
      text: z.string().min(2).max(3),
      size: z.number().min(1).max(5).multipleOf(1),
      mode: z.enum(['on', 'off']),
      either: z.union([z.string(), z.number()]),
      address: z.email(),
    });
    const told = (value: unknown) =>
      issuesOf(Parser.parse(compiledInput(Odd)), value).map(({ message }) => message);
    expect(told({})).toEqual([
      'Must be a list.',
      'Must be a string.',
      'Must be a number.',
      'Must be one of: on, off.',
      'Has none of the allowed forms.',
      'Must be a string.',
    ]);
    expect(
      told({
        list: [],
        text: 'x',
        size: 0,
        mode: 'x',
        either: true,
        address: 'x',
        more: 1,
      }),
    ).toEqual([
      'Must have at least 1 item.',
      'Must have at least 2 characters.',
      'Must be at least 1.',
      'Must be one of: on, off.',
      'Has none of the allowed forms.',
      'Does not have an allowed form.',
      'Has fields that are not known: more.',
    ]);
  });
});
