import { z } from 'zod';
import { send, type Burst, type Call } from './send.ts';
import type { Subject } from './subject.ts';

const answerOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ result: z.object({ data: z.object({ data }) }) });

/** A revision is a text in one version and a number in another; it is handed back as it came. */
const FoundProfiles = answerOf(
  z.object({
    profiles: z.array(
      z.object({
        id: z.string(),
        revision: z.union([z.string(), z.number()]),
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

/** A page of what moderators find. */
export const search = ({ moderation, moderator }: Subject, input: SearchInput): Call => ({
  method: 'GET',
  path: `/trpc/${moderation}.search?input=${encodeURIComponent(JSON.stringify(input))}`,
  token: moderator,
});

type Batch = 'hideMany' | 'restoreMany';

/** So many calls at most, of a hundred profiles each as they are now. */
async function batchCalls(subject: Subject, name: Batch, most: number): Promise<Call[]> {
  const { origin, moderation, moderator } = subject;
  const state = name === 'hideMany' ? 'active' : 'hidden';
  const calls: Call[] = [];
  let cursor: string | null | undefined;
  while (calls.length < most && cursor !== null) {
    const request = search(subject, { state, limit: 100, ...(cursor && { cursor }) });
    const [body = ''] = await send(origin, [request], 1);
    const { profiles, nextCursor } = FoundProfiles.parse(JSON.parse(body)).result.data
      .data;
    // Nobody moderates their own.
    const others = profiles.filter(({ owner }) => owner.email !== 'person1@example.com');
    const input = {
      profiles: others.map(({ id, revision }) => ({ id, revision })),
      ...(name === 'hideMany' && { reason: 'other' }),
    };
    if (others.length > 0) {
      const path = `/trpc/${moderation}.${name}`;
      calls.push({ method: 'POST', path, token: moderator, body: input });
    }
    cursor = nextCursor;
  }
  return calls;
}

/** Hides or restores, after as many were restored or hidden; fails where a profile is left out. */
export async function prepareBatch(
  subject: Subject,
  name: Batch,
  most: number,
  callers: number,
): Promise<Burst> {
  const opposite = name === 'hideMany' ? 'restoreMany' : 'hideMany';
  const callAll = async (calls: Call[]) => {
    const bodies = await send(subject.origin, calls, callers);
    bodies.forEach((body) => Results.parse(JSON.parse(body)));
  };
  await callAll(await batchCalls(subject, opposite, most));
  const calls = await batchCalls(subject, name, most);
  return { requests: calls.length, run: async () => callAll(calls) };
}
