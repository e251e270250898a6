import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Crashed } from './routes/crashed.tsx';
import { NotFound } from './routes/not-found.tsx';
import { readSearch } from './routes/profiles/search.ts';
import { Root } from './routes/root.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => redirect({ to: '/profiles', replace: true, throw: true }),
});

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/profiles',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./routes/profiles/profiles.tsx'), 'ProfilesPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([index, profiles]),
  basepath: '/admin',
  scrollRestoration: true,
  defaultErrorComponent: Crashed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
