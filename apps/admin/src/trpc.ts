import { type AppRouter, asNamecardError, NamecardError } from '@namecard/client';
import { keepPreviousData } from '@tanstack/react-query';
import {
  createTRPCClient,
  getUntypedClient,
  type Operation,
  type TRPCLink,
} from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { reasonOf } from './failure.ts';
import { withMailedCode } from './mailed-code.ts';
import { namecard, session } from './namecard.ts';
import { queryClient } from './query-client.ts';

const left = () => new NamecardError('TOKEN_INVALID', 'Another person is signed in.');

const service = getUntypedClient(namecard.api);

/** An act that goes far is called again with its code. */
function ask({ type, path, input, context, signal }: Operation): Promise<unknown> {
  const options = { context, ...(signal && { signal }) };
  if (type !== 'mutation') return service.query(path, input, options);
  const { person } = session.get();
  return withMailedCode(async (code) => {
    // It may have waited for another act's code until its person left.
    if (session.get().person !== person) throw left();
    return service.mutation(path, code ? Object.assign({ code }, input) : input, options);
  });
}

/**
 * Reloads the person's role if an answer says that it is missing. An answer to somebody
 * who has left is a failure: the next person must not see or undo their work.
 */
const link: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      const { person } = session.get();
      const relay = async () => {
        try {
          const data = await ask(op);
          if (session.get().person !== person) throw left();
          observer.next({ result: { data } });
          observer.complete();
        } catch (error) {
          if (reasonOf(error) === 'ROLE_MISSING') void readAgain(trpc.users.me);
          observer.error(
            session.get().person === person ? asNamecardError(error) : left(),
          );
        }
      };
      void relay();
    });

export const api = createTRPCClient<AppRouter>({ links: [link] });

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });

/** The options of a list that the service gives page by page. */
export const byCursor = {
  initialCursor: null,
  placeholderData: keepPreviousData,
  getNextPageParam: ({ data }: { data: { nextCursor: string | null } }) =>
    data.nextCursor,
};

/** Loads again what these parts of the service have answered. */
export const readAgain = (...parts: readonly { pathFilter: () => object }[]) =>
  Promise.all(parts.map((part) => queryClient.invalidateQueries(part.pathFilter())));
