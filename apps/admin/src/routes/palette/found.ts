import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IdCard, UserRound } from 'lucide-react';
import { useSettled } from '../../components/use-settled.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../who.ts';
import type { CommandGroup } from './commands.ts';

/** Found of each kind, at most. */
const limit = 6;

/** Milliseconds without a key after which a search begins. */
const pause = 150;

function useFoundProfiles(text: string) {
  const navigate = useNavigate();
  const found = useQuery(
    trpc.profiles.search.queryOptions(
      { text, limit },
      { enabled: text !== '', placeholderData: keepPreviousData },
    ),
  );
  const profiles = text === '' ? [] : (found.data?.data.profiles ?? []);
  const items = profiles.map(({ id, username, hidden, owner }) => ({
    id,
    label: username,
    icon: IdCard,
    hint: hidden ? `Hidden · ${owner.email}` : owner.email,
    run: () => void navigate({ to: '/profiles/$username', params: { username } }),
  }));
  return { items, isFetching: found.isFetching, error: found.error };
}

function useFoundUsers(text: string, isAdmin: boolean) {
  const navigate = useNavigate();
  const found = useQuery(
    trpc.users.search.queryOptions(
      { text, limit },
      { enabled: isAdmin && text !== '', placeholderData: keepPreviousData },
    ),
  );
  const users = text === '' ? [] : (found.data?.data.users ?? []);
  const items = users.map(({ id, email, username, suspension }) => ({
    id,
    label: email,
    icon: UserRound,
    hint: [...(suspension ? ['Suspended'] : []), ...(username === null ? [] : [username])].join(
      ' · ',
    ),
    run: () => void navigate({ to: '/users/$id', params: { id } }),
  }));
  return { items, isFetching: found.isFetching, error: found.error };
}

/** The profiles, and for admins the users, that the service finds for a text. */
export function useFound(typed: string): {
  groups: CommandGroup[];
  isSearching: boolean;
  error: unknown;
} {
  const text = useSettled(typed, pause);
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
