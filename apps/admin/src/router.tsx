import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { parseSearch, searchInFragment, stringifySearch } from './address.ts';
import { forAdmins } from './frame/for-admins.tsx';
import { Crashed, NotFound } from './frame/error-pages.tsx';
import { ownChunk } from './frame/own-chunk.tsx';
import { prefetchList } from './moderation/profiles/list.ts';
import { readSearch } from './moderation/profiles/search.ts';
import { Root } from './root.tsx';
import { readDeskSearch } from './routes/desk/search.ts';
import { readHistorySearch } from './routes/history/search.ts';
import { readInvitationsSearch } from './routes/invitations/search.ts';
import { readMailSearch } from './routes/mail/search.ts';
import { readUsersSearch } from './routes/users/search.ts';
import { isSignedIn } from './namecard.ts';

/** A page component. The router preloads it for signed-in people. */
function page(load: () => Promise<ComponentType>) {
  const Page = ownChunk(load);
  const { preload } = Page;
  return Object.assign(Page, {
    preload: async () => {
      if (isSignedIn()) await preload();
    },
  });
}

const adminPage = (load: () => Promise<ComponentType>) =>
  page(async () => forAdmins(await load()));

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const desk = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readDeskSearch,
  component: page(async () => (await import('./routes/desk/desk.tsx')).DeskPage),
});

const shift = createRoute({
  getParentRoute: () => root,
  path: '/shift',
  component: page(async () => (await import('./routes/shift/shift.tsx')).ShiftPage),
});

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/profiles',
  validateSearch: readSearch,
  loaderDeps: ({ search }) => ({ search }),
  // Requests the list while the page's code is still loading.
  loader: ({ deps }) => {
    if (isSignedIn()) {
      void prefetchList(deps.search);
    }
  },
  component: page(
    async () => (await import('./routes/profiles/list/profiles.tsx')).ProfilesPage,
  ),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profiles/$username',
  component: page(
    async () => (await import('./routes/profiles/page/profile-page.tsx')).ProfilePage,
  ),
});

const history = createRoute({
  getParentRoute: () => root,
  path: '/history',
  validateSearch: readHistorySearch,
  component: page(async () => (await import('./routes/history/history.tsx')).HistoryPage),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: readUsersSearch,
  component: adminPage(async () => (await import('./routes/users/users.tsx')).UsersPage),
});

const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$id',
  component: adminPage(async () => (await import('./routes/users/user.tsx')).UserPage),
});

const mail = createRoute({
  getParentRoute: () => root,
  path: '/mail',
  validateSearch: readMailSearch,
  component: adminPage(async () => (await import('./routes/mail/mail.tsx')).MailPage),
});

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/invitations',
  validateSearch: readInvitationsSearch,
  component: adminPage(
    async () => (await import('./routes/invitations/invitations.tsx')).InvitationsPage,
  ),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invitations/new',
  component: adminPage(
    async () => (await import('./routes/invitations/invite.tsx')).InvitePage,
  ),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: adminPage(async () => (await import('./routes/keys/keys.tsx')).KeysPage),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: adminPage(
    async () => (await import('./routes/webhooks/webhooks.tsx')).WebhooksPage,
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    desk,
    shift,
    profiles,
    profile,
    history,
    users,
    user,
    mail,
    invitations,
    invite,
    keys,
    webhooks,
  ]),
  basepath: '/admin',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  rewrite: searchInFragment,
  // Invalid parameters reach no page.
  search: { strict: true },
  defaultPreload: 'intent',
  // Only code is preloaded. Data has its own cache.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: Crashed,
});

/** Whether another page is chosen and its code still loads. */
export function isLeaving(): boolean {
  const { isLoading, location, resolvedLocation } = router.state;
  return isLoading && location.pathname !== resolvedLocation?.pathname;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
