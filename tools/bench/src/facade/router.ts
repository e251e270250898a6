import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';

const t = initTRPC.meta<OpenApiMeta>().context<{ id: string }>().create();

const Profile = z.object({
  username: z.string(),
  about: z.string().nullable(),
  socials: z.object({ x: z.string().optional(), website: z.string().optional() }),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  hidden: z.boolean(),
});

const profiles = Array.from({ length: 20 }, (_, index) => ({
  username: `person-${index}`,
  about: `About person ${index}, who lives somewhere and does something.`,
  socials: {
    x: `https://x.com/person-${index}`,
    website: `https://person-${index}.example`,
  },
  location: index % 2 === 0 ? { latitude: 52.5 + index, longitude: 13.4 } : null,
  hidden: false,
}));

/** One procedure that answers a page of profiles from memory. */
export const router = t.router({
  list: t.procedure
    .meta({ openapi: { method: 'GET', path: '/profiles', protect: false } })
    .input(
      z.object({
        page: z.int().min(1).default(1),
        limit: z.int().min(1).max(100).default(20),
        reverse: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        data: z.object({
          count: z.object({ all: z.int(), hidden: z.int(), active: z.int() }),
          profiles: z.array(Profile),
        }),
      }),
    )
    .query(() => ({ data: { count: { all: 20, hidden: 0, active: 20 }, profiles } })),
});
