import type { TeamRole } from '../who.ts';

const profiles = { to: '/profiles', name: 'Profiles', keys: 'g p' } as const;
const users = { to: '/users', name: 'Users', keys: 'g u' } as const;
const history = { to: '/history', name: 'History', keys: 'g h' } as const;
const mail = { to: '/mail', name: 'Mail', keys: 'g m' } as const;
const overview = { to: '/', name: 'Overview', keys: 'g o' } as const;
const serviceKeys = { to: '/keys', name: 'Keys', keys: 'g k' } as const;
const webhooks = { to: '/webhooks', name: 'Webhooks', keys: 'g w' } as const;

const all = [profiles, users, history, mail, overview, serviceKeys, webhooks] as const;

export type PageLink = (typeof all)[number];

type Pages = Readonly<Record<TeamRole, readonly PageLink[]>>;

/** The pages in the rail, by the role that sees them. */
export const inRail: Pages = {
  moderator: [profiles, history],
  admin: [profiles, users, history, mail],
};

/** The pages that More leads to. */
export const inMore: Pages = {
  moderator: [overview],
  admin: [overview, serviceKeys, webhooks],
};
