import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Crashed, NotFound } from './frame/error-pages.tsx';
import { prefetchList } from './moderation/profiles/list.ts';
import { readSearch } from './moderation/profiles/search.ts';
import { Root } from './root.tsx';
import { readHistorySearch } from './routes/history/search.ts';
import { readMailSearch } from './routes/mail/search.ts';
import { readUsersSearch } from './routes/users/search.ts';
import { session } from './session.ts';

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
  // The list is asked for while the page that shows it is still being loaded.
  loader: ({ deps }) => {
    if (session.get().token !== null) {
      void prefetchList(deps.search);
    }
  },
  component: lazyRouteComponent(
    () => import('./routes/profiles/list/profiles.tsx'),
    'ProfilesPage',
  ),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profiles/$username',
  component: lazyRouteComponent(
    () => import('./routes/profiles/page/profile-page.tsx'),
    'ProfilePage',
  ),
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

const mail = createRoute({
  getParentRoute: () => root,
  path: '/mail',
  validateSearch: readMailSearch,
  component: lazyRouteComponent(() => import('./routes/mail/mail.tsx'), 'MailPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([overview, profiles, profile, history, users, user, mail]),
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
