import type { TeamRole } from '../who.ts';

const pages = {
  desk: {
    to: '/',
    name: 'Desk',
    keys: 'g d',
    about: 'Reports, appeals, new cards, waves of spam',
  },
  shift: { to: '/shift', name: 'Shift', keys: 'g s' },
  profiles: {
    to: '/profiles',
    name: 'Profiles',
    keys: 'g p',
    about: 'Search cards, hide or restore all that match',
  },
  users: {
    to: '/users',
    name: 'Users',
    keys: 'g u',
    about: 'Change a role or address (new or wrong email, lost mailbox), suspend, erase',
  },
  history: { to: '/history', name: 'History', keys: 'g h' },
  mail: { to: '/mail', name: 'Mail', keys: 'g m' },
  invitations: { to: '/invitations', name: 'Invitations', keys: 'g i' },
  keys: { to: '/keys', name: 'Service keys', keys: 'g k' },
  webhooks: { to: '/webhooks', name: 'Webhooks', keys: 'g w' },
} as const;

const { desk, shift, profiles, users, history, mail, invitations, keys, webhooks } =
  pages;

export type PageLink = (typeof pages)[keyof typeof pages] & { about?: string };

type Pages = Readonly<Record<TeamRole, readonly PageLink[]>>;

export const inRail: Pages = {
  moderator: [desk, profiles, history],
  admin: [desk, profiles, users, history, mail],
};

/** This page has no tab on a phone. It is under More there. */
export const notOnPhone = mail;

export const inMore: Pages = {
  moderator: [shift],
  admin: [shift, invitations, keys, webhooks],
};
