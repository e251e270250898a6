import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';

const t = initTRPC
  .meta<OpenApiMeta & { rest?: { conditional: boolean } }>()
  .context<{ reader: string | undefined }>()
  .create();

const readerProcedure = t.procedure.use(({ ctx, next }) => {
  if (ctx.reader === undefined) {
    throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
  }
  return next({ ctx: { reader: ctx.reader } });
});

const Place = z
  .strictObject({ shelf: z.int().min(0), room: z.string().nullable() })
  .meta({ id: 'Place' });

const Book = z
  .object({
    isbn: z.string(),
    title: z.string(),
    place: Place.nullable(),
    addedAt: z.iso.datetime(),
  })
  .meta({ id: 'Book' });

/** Shared by REST and tRPC callers, as schemas are. */
export const listInput = z.object({
  page: z.int().min(1).default(1),
  reverse: z.boolean().optional(),
  ratio: z.number().nullable().optional(),
  title: z.string().optional(),
});

export class Mishap extends Error {}

export const bookRouter = t.router({
  books: t.router({
    list: t.procedure
      .meta({
        openapi: { method: 'GET', path: '/books', protect: false, tags: ['Books'] },
      })
      .input(listInput)
      .output(z.object({ asked: listInput, books: z.array(Book) }))
      .query(({ input }) => ({ asked: input, books: [] })),
    get: readerProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/books/{isbn}',
          errorResponses: { 404: 'There is no such book.' },
        },
      })
      .input(z.object({ isbn: z.string().max(64), part: z.string().optional() }))
      .output(z.object({ isbn: z.string(), part: z.string().optional() }))
      .query(({ input }) => input),
    put: t.procedure
      .meta({
        openapi: {
          method: 'PATCH',
          path: '/books/{isbn}',
          protect: false,
          errorResponses: { 409: 'The title is taken.', 429: 'Too many changes.' },
        },
      })
      .input(
        z.object({
          isbn: z.string(),
          title: z.string().optional(),
          sold: z.boolean().optional(),
          place: Place.nullish(),
        }),
      )
      .output(z.object({ given: z.record(z.string(), z.unknown()) }))
      .mutation(({ input }) => ({ given: { ...input } })),
    create: readerProcedure
      .meta({ openapi: { method: 'POST', path: '/books' } })
      .input(z.object({ title: z.string().min(1), tags: z.unknown().optional() }))
      .output(Book)
      .mutation(({ input }) => ({
        isbn: '1',
        title: input.title,
        place: null,
        addedAt: '2025-01-01T00:00:00.000Z',
      })),
    remove: t.procedure
      .meta({ openapi: { method: 'DELETE', path: '/books/{isbn}', protect: false } })
      .input(z.object({ isbn: z.string(), force: z.boolean().default(false) }))
      .output(z.object({ isbn: z.string(), force: z.boolean() }))
      .mutation(({ input }) => input),
    newest: t.procedure
      .meta({
        rest: { conditional: true },
        openapi: { method: 'GET', path: '/books/new.json', protect: false },
      })
      .output(z.literal('newest'))
      .query(() => 'newest' as const),
  }),
  tidy: t.procedure
    .meta({ openapi: { method: 'POST', path: '/tidy', protect: false } })
    .output(z.void())
    .mutation(() => undefined),
  mishap: t.procedure
    .meta({ openapi: { method: 'GET', path: '/mishap', protect: false } })
    .output(z.null())
    .query(() => {
      throw new Mishap('select secret from accounts where password = 1');
    }),
  hidden: t.procedure.query(() => 'only over tRPC'),
});
