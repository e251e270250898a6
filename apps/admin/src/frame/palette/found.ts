import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IdCard, List, Mail, UserRound } from 'lucide-react';
import { addressOf } from '../../address-of.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { api, trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import type { Command, CommandGroup } from './commands.ts';

const limit = 6;

const pause = 150;

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
    hint: `${profile.hidden ? 'Hidden · ' : ''}${addressOf(profile.owner)}`,
    run: () =>
      void navigate({
        to: '/profiles/$username',
        params: { username: profile.username },
      }),
  }));
  const all = {
    id: 'all-profiles',
    label: 'See all profiles',
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

/** An email address, or its beginning up to the @. */
const isAddress = (text: string): boolean => /^[^\s:@]+@\S*$/.test(text);

/**
 * Commands for a typed address before the search has answered: open its user, its
 * mail, or search for it.
 */
function useMeant(text: string) {
  const navigate = useNavigate();
  const openPerson = async () => {
    const found = await api.moderation.users.search
      .query({ text, limit })
      // The list of users says what is wrong.
      .catch(() => undefined);
    const person = found?.data.users.find(
      ({ email }) => email.toLowerCase() === text.toLowerCase(),
    );
    if (person) await navigate({ to: '/users/$id', params: { id: person.id } });
    else await navigate({ to: '/users', search: { text } });
  };
  return {
    person: {
      id: 'person',
      label: text,
      icon: UserRound,
      hint: 'User',
      run: () => void openPerson(),
    },
    mail: {
      id: 'mail-to',
      label: `Mail to ${text}`,
      icon: Mail,
      run: () => void navigate({ to: '/mail', search: { address: text } }),
    },
    owner: {
      id: 'profiles-of',
      label: `Profiles of ${text}`,
      icon: List,
      hint: 'The history records it',
      run: () => void navigate({ to: '/profiles', search: { text: `owner:${text}` } }),
    },
    profile: {
      id: 'profile-called',
      label: text,
      icon: IdCard,
      hint: 'Profile',
      run: () => void navigate({ to: '/profiles/$username', params: { username: text } }),
    },
  };
}

const named = (value: string, items: Command[]): CommandGroup[] =>
  items.length === 0 ? [] : [{ value, items }];

/**
 * Profiles, and for admins users, that match a text.
 * @returns the certain match, shown before all commands, and the others
 */
export function useFound(typed: string) {
  const paused = useDebounced(typed, pause);
  const isAdmin = useWho().role === 'admin';
  // The history records each address that a moderator searches for, so they say when.
  const isAsked = isAdmin || ![typed, paused].some(isAddress);
  const text = isAsked ? paused : '';
  const profiles = useFoundProfiles(text);
  const users = useFoundUsers(text, isAdmin);
  const { person, mail, profile, owner } = useMeant(typed);
  const isSearching =
    (isAsked && text !== typed) || profiles.isFetching || users.isFetching;
  const state = { isSearching, error: profiles.error ?? users.error };
  const groups = {
    profiles: named('Profiles', profiles.items),
    users: named('Users', users.items),
  };
  if (isAdmin && isAddress(typed)) {
    const found = users.items.toSorted(
      ({ label }, other) => Number(other.label === typed) - Number(label === typed),
    );
    const meant = named('Users', isSearching || found.length === 0 ? [person] : found);
    return {
      meant: [...meant, ...named('Mail', [mail])],
      others: groups.profiles,
      ...state,
    };
  }
  if (!isAsked) {
    return { meant: named('Profiles', [owner]), others: [], ...state };
  }
  const isCalled = profiles.items.some(({ label }) => label === typed);
  if (isCalled) {
    return { meant: groups.profiles, others: groups.users, ...state };
  }
  const isName = isSearching && /^[^\s@:]{2,64}$/.test(typed);
  const guess = isName && profiles.items.length === 0 ? named('Profiles', [profile]) : [];
  return { meant: [], others: [...groups.profiles, ...guess, ...groups.users], ...state };
}
