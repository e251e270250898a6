import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { trpc } from '../../trpc.ts';
import type { UsersSearch } from './search.ts';

const usersAtOnce = 50;

/** The users that fit, as many pages of them as were asked for. */
export const useUserList = (search: UsersSearch) =>
  useInfiniteQuery(
    trpc.users.search.infiniteQueryOptions(
      { ...search, limit: usersAtOnce },
      {
        getNextPageParam: ({ data }) => data.nextCursor,
        initialCursor: null,
        placeholderData: keepPreviousData,
      },
    ),
  );
