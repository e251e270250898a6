import type { z } from 'zod';

/**
 * The same schema, which tRPC then reads without waiting: it asks for `parseAsync`, and only when zod need not wait does it use
 * the parser that it compiles, some five times as fast. For schemas without asynchronous checks; parsing with one throws.
 */
export function synchronous<Schema extends z.ZodType>(schema: Schema): Schema {
  const parseAsync: unknown = (value: unknown) => schema.parse(value);
  Object.defineProperty(schema, 'parseAsync', { value: parseAsync, configurable: true });
  return schema;
}
