import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Crashed } from './routes/crashed.tsx';
import { readHistorySearch } from './routes/history/search.ts';
import { NotFound } from './routes/not-found.tsx';
import { giveListHeadStart } from './routes/profiles/head-start.ts';
import { readSearch } from './routes/profiles/search.ts';
import { Root } from './routes/root.tsx';
import { readUsersSearch } from './routes/users/search.ts';

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/overview/overview.tsx'), 'OverviewPage'),
});

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/profiles',
  validateSearch: readSearch,
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ deps }) => giveListHeadStart(deps.search),
  component: lazyRouteComponent(() => import('./routes/profiles/profiles.tsx'), 'ProfilesPage'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profiles/$username',
  component: lazyRouteComponent(() => import('./routes/profiles/profile-page.tsx'), 'ProfilePage'),
});

const history = createRoute({
  getParentRoute: () => root,
  path: '/history',
  validateSearch: readHistorySearch,
  component: lazyRouteComponent(() => import('./routes/history/history.tsx'), 'HistoryPage'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(() => import('./routes/users/users.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$id',
  component: lazyRouteComponent(() => import('./routes/users/user.tsx'), 'UserPage'),
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
