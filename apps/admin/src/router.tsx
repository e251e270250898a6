import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazily } from './components/lazily.tsx';
import { Crashed, NotFound, NotLoaded } from './frame/error-pages.tsx';
import { prefetchList } from './moderation/profiles/list.ts';
import { readSearch } from './moderation/profiles/search.ts';
import { Root } from './root.tsx';
import { readHistorySearch } from './routes/history/search.ts';
import { readUsersSearch } from './routes/users/search.ts';
import { session } from './session.ts';

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazily(
    async () => (await import('./routes/overview/overview.tsx')).OverviewPage,
    NotLoaded,
  ),
});

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/profiles',
  validateSearch: readSearch,
  loaderDeps: ({ search }) => ({ search }),
  // The list is asked for while the page that shows it is still being loaded.
  loader: ({ deps }) => {
    if (session.get().token !== null) {
      void prefetchList(deps.search);
    }
  },
  component: lazily(
    async () => (await import('./routes/profiles/list/profiles.tsx')).ProfilesPage,
    NotLoaded,
  ),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profiles/$username',
  component: lazily(
    async () => (await import('./routes/profiles/page/profile-page.tsx')).ProfilePage,
    NotLoaded,
  ),
});

const history = createRoute({
  getParentRoute: () => root,
  path: '/history',
  validateSearch: readHistorySearch,
  component: lazily(
    async () => (await import('./routes/history/history.tsx')).HistoryPage,
    NotLoaded,
  ),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazily(async () => (await import('./routes/users/users.tsx')).UsersPage, NotLoaded),
});

const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$id',
  component: lazily(async () => (await import('./routes/users/user.tsx')).UserPage, NotLoaded),
});

export const router = createRouter({
  routeTree: root.addChildren([overview, profiles, profile, history, users, user]),
  basepath: '/admin',
  scrollRestoration: true,
  // What an address says that its page can't mean reaches no page.
  search: { strict: true },
  defaultPreload: 'intent',
  // What is preloaded is code alone; the data have their own cache.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: Crashed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
