import type { TeamRole } from '../who.ts';

const desk = {
  to: '/',
  name: 'Desk',
  keys: 'g d',
  about: 'Reports, appeals, new cards, waves of spam',
} as const;
const shift = { to: '/shift', name: 'Shift', keys: 'g s' } as const;
const profiles = {
  to: '/profiles',
  name: 'Profiles',
  keys: 'g p',
  about: 'Search cards, hide or restore all that match',
} as const;
const users = {
  to: '/users',
  name: 'Users',
  keys: 'g u',
  about: 'Change a role or address (new or wrong email, lost mailbox), suspend, erase',
} as const;
const history = { to: '/history', name: 'History', keys: 'g h' } as const;
const mail = { to: '/mail', name: 'Mail', keys: 'g m' } as const;
const invitations = { to: '/invitations', name: 'Invitations', keys: 'g i' } as const;
const serviceKeys = { to: '/keys', name: 'Service keys', keys: 'g k' } as const;
const webhooks = { to: '/webhooks', name: 'Webhooks', keys: 'g w' } as const;

const all = [
  desk,
  shift,
  profiles,
  users,
  history,
  mail,
  invitations,
  serviceKeys,
  webhooks,
] as const;

export type PageLink = (typeof all)[number] & { about?: string };

type Pages = Readonly<Record<TeamRole, readonly PageLink[]>>;

export const inRail: Pages = {
  moderator: [desk, profiles, history],
  admin: [desk, profiles, users, history, mail],
};

/** This page has no tab on a phone. It is under More there. */
export const notOnPhone = mail;

export const inMore: Pages = {
  moderator: [shift],
  admin: [shift, invitations, serviceKeys, webhooks],
};
