import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IdCard, List, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import type { CommandGroup } from './commands.ts';
import { matchIn } from './match.ts';

/** As many profiles, and as many users, as are shown. */
const limit = 6;

/** Milliseconds without a key after which a search begins. */
const pause = 150;

const number = new Intl.NumberFormat('en');

/** How many profiles match, as far as the service counts; undefined until it has. */
function useCount(text: string, enabled: boolean): string | undefined {
  const counts = useQuery(
    trpc.moderation.profiles.countMatching.queryOptions({ text }, { enabled }),
  );
  const all = counts.data?.data.all;
  return all && `${number.format(all.count)}${all.isMore ? '+' : ''}`;
}

function useFoundProfiles(text: string) {
  const navigate = useNavigate();
  const found = useQuery(
    trpc.moderation.profiles.search.queryOptions(
      { text, limit },
      { enabled: text !== '', placeholderData: keepPreviousData },
    ),
  );
  const { profiles = [], nextCursor = null } = (text !== '' && found.data?.data) || {};
  const items = profiles.map((profile) => ({
    id: profile.id,
    label: profile.username,
    icon: IdCard,
    hint: `${profile.hidden ? 'Hidden · ' : ''}${matchIn(profile, text)}`,
    run: () =>
      void navigate({
        to: '/profiles/$username',
        params: { username: profile.username },
      }),
  }));
  const count = useCount(text, nextCursor !== null);
  const all = {
    id: 'all-profiles',
    label: count === undefined ? 'See all profiles' : `See all ${count} profiles`,
    icon: List,
    run: () => void navigate({ to: '/profiles', search: { text } }),
  };
  return {
    items: nextCursor === null ? items : [...items, all],
    isFetching: found.isFetching,
    error: found.error,
  };
}

function useFoundUsers(text: string, isAdmin: boolean) {
  const navigate = useNavigate();
  const found = useQuery(
    trpc.moderation.users.search.queryOptions(
      { text, limit },
      { enabled: isAdmin && text !== '', placeholderData: keepPreviousData },
    ),
  );
  const users = text === '' ? [] : (found.data?.data.users ?? []);
  const items = users.map(({ id, email, username, suspension }) => ({
    id,
    label: email,
    icon: UserRound,
    hint: [
      ...(suspension ? ['Suspended'] : []),
      ...(username === null ? [] : [username]),
    ].join(' · '),
    run: () => void navigate({ to: '/users/$id', params: { id } }),
  }));
  return { items, isFetching: found.isFetching, error: found.error };
}

/** The last value that stayed the same for some milliseconds. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

/** Profiles, and for admins users, that the service finds for a text. */
export function useFound(typed: string): {
  groups: CommandGroup[];
  isSearching: boolean;
  error: unknown;
} {
  const text = useDebounced(typed, pause);
  const { role } = useWho();
  const profiles = useFoundProfiles(text);
  const users = useFoundUsers(text, role === 'admin');
  return {
    groups: [
      { value: 'Profiles', items: profiles.items },
      { value: 'Users', items: users.items },
    ].filter(({ items }) => items.length > 0),
    isSearching: text !== typed || profiles.isFetching || users.isFetching,
    error: profiles.error ?? users.error,
  };
}
