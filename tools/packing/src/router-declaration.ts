import { anyCallErrors, appRouter, reasons } from '@namecard/router';
import { z } from 'zod';
import { comment, printSchema } from './print-schema.ts';

const Procedure = z
  .custom<{ _def: unknown }>((value) => typeof value === 'function')
  .transform(({ _def }) => _def)
  .pipe(
    z.object({
      type: z.enum(['query', 'mutation']),
      meta: z.object({
        reasons: z.array(z.string()),
        openapi: z.object({ summary: z.string(), description: z.string().optional() }),
      }),
      inputs: z.array(z.instanceof(z.ZodType)).max(1),
      output: z.instanceof(z.ZodType),
    }),
  );

type Entry = { path: string; about: string; type: string };

/** Entries `a.b` and `a.c` as one record in another. */
function printRecord(entries: readonly Entry[]): string {
  const groups = Map.groupBy(entries, ({ path }) => path.replace(/\..*/, ''));
  const members = Array.from(groups, ([name, inner]) => {
    const own = inner.find(({ path }) => path === name);
    const within = inner.map((one) => ({
      ...one,
      path: one.path.slice(name.length + 1),
    }));
    return own
      ? `${comment(own.about)}${name}: ${own.type};`
      : `${name}: ${printRecord(within)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

const literals = (values: readonly string[]) =>
  values.map((value) => JSON.stringify(value)).join(' | ');

/**
 * The router's type as a declaration that only needs `@trpc/server`: each
 * procedure's kind, input, output and errors, from its schemas and its metadata.
 * Context and implementation are left out.
 */
export function routerDeclaration(): string {
  const named = new Map<string, string>();

  /** Adds the schema's named parts to `named`. */
  function print(schema: z.ZodType, io: 'input' | 'output'): string {
    const { $defs = {}, ...whole } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
    });
    for (const [name, part] of Object.entries($defs)) {
      const text = `${comment(part.description)}type ${name} = ${printSchema(part)};`;
      if ((named.get(name) ?? text) !== text) {
        throw new Error(`Two schemas have the id ${name}`);
      }
      named.set(name, text);
    }
    return printSchema(whole);
  }

  function printInput(input: z.ZodType | undefined): string {
    if (input === undefined) {
      return 'void';
    }
    const optional = input.safeParse(undefined).success ? 'undefined | ' : '';
    return optional + print(input, 'input');
  }

  const entries = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
    const { type, meta, inputs, output } = Procedure.parse(procedure);
    const { summary, description = '' } = meta.openapi;
    const kind = type === 'query' ? 'TRPCQueryProcedure' : 'TRPCMutationProcedure';
    const parts = [
      'meta: unknown',
      `input: ${printInput(inputs[0])}`,
      `output: ${print(output, 'output')}`,
      `errorShape: Failed<AnyCallReason> | Failed<${literals(meta.reasons)}>`,
    ];
    return {
      path,
      about: `${summary}. ${description}`.trim(),
      type: `${kind}<{ ${parts.join('; ')} }>`,
    };
  });
  return `import type { TRPCBuiltRouter, TRPCDefaultErrorShape, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
${[...named.values()].join('\n')}
type Failed<Given> = { message: string; code: TRPCDefaultErrorShape['code']; data: {
  code: TRPCDefaultErrorShape['data']['code']; httpStatus: number; path: string | undefined; reason: Given;
  issues: Array<{ path: Array<number | string>; message: string }> | undefined; ticket: string | undefined;
} };
type Root = { ctx: object; meta: object; errorShape: Failed<AnyCallReason>; transformer: false };
/** Every procedure of the service, with its input, its output and its errors. */
export type AppRouter = TRPCBuiltRouter<Root, ${printRecord(entries)}>;
/** Why the service refuses a call. */
export type Reason = ${literals(reasons)};
/** Those that are mistakes in a program, or failures on the way. */
export type AnyCallReason = ${literals(anyCallErrors)};
`;
}
