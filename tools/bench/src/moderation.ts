import { z } from 'zod';
import type { HttpRequest } from './caller.ts';
import type { Burst } from './scenario.ts';
import { send, type Load } from './send.ts';
import { asPerson, type Subject } from './sides.ts';

const answerOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ result: z.object({ data: z.object({ data }) }) });

const FoundProfiles = answerOf(
  z.object({
    profiles: z.array(
      z.object({
        id: z.string(),
        revision: z.number(),
        owner: z.object({ email: z.string() }),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
);

const Results = answerOf(
  z.object({ results: z.array(z.object({ outcome: z.literal('done') })) }),
);

type SearchInput = {
  text?: string;
  state?: 'active' | 'hidden';
  limit?: number;
  cursor?: string;
};

/** A page of a moderator's search. */
export const search = ({ moderator }: Subject, input: SearchInput): HttpRequest => ({
  method: 'GET',
  path: `/trpc/moderation.profiles.search?input=${encodeURIComponent(JSON.stringify(input))}`,
  headers: asPerson(moderator),
});

type Batch = 'hideMany' | 'restoreMany';

/** Calls with up to a hundred profiles each. */
async function batchCalls(
  subject: Subject,
  name: Batch,
  most: number,
): Promise<HttpRequest[]> {
  const { origin, moderator } = subject;
  const state = name === 'hideMany' ? 'active' : 'hidden';
  const calls: HttpRequest[] = [];
  let cursor: string | null | undefined;
  while (calls.length < most && cursor !== null) {
    const request = search(subject, { state, limit: 100, ...(cursor && { cursor }) });
    const { bodies } = await send(origin, [request], { callers: 1 });
    const found = FoundProfiles.parse(JSON.parse(bodies[0] ?? '')).result.data.data;
    // Nobody can moderate their own profiles.
    const others = found.profiles.filter(
      ({ owner }) => owner.email !== 'person1@example.com',
    );
    const input = {
      profiles: others.map(({ id, revision }) => ({ id, revision })),
      ...(name === 'hideMany' && { reason: 'other' }),
    };
    if (others.length > 0) {
      calls.push({
        method: 'POST',
        path: `/trpc/moderation.profiles.${name}`,
        headers: { ...asPerson(moderator), 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
    }
    cursor = found.nextCursor;
  }
  return calls;
}

/** Hides or restores profiles, after the opposite. Fails if one is left out. */
export async function batches(
  subject: Subject,
  name: Batch,
  most: number,
): Promise<Burst> {
  const callAll = async (calls: HttpRequest[], load: Load) => {
    const sent = await send(subject.origin, calls, load);
    sent.bodies.forEach((body) => Results.parse(JSON.parse(body)));
    return sent;
  };
  const opposite = name === 'hideMany' ? 'restoreMany' : 'hideMany';
  await callAll(await batchCalls(subject, opposite, most), { callers: 2 });
  const calls = await batchCalls(subject, name, most);
  return { count: calls.length, run: (load) => callAll(calls, load) };
}
