import { Link, useNavigate } from '@tanstack/react-router';
import {
  History,
  IdCard,
  KeyRound,
  LayoutDashboard,
  Mail,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { useShortcut } from '../keyboard.ts';
import type { TeamRole } from '../who.ts';

const overview = {
  to: '/',
  name: 'Overview',
  keys: 'g o',
  icon: LayoutDashboard,
} as const;
const profiles = {
  to: '/profiles',
  name: 'Profiles',
  keys: 'g p',
  icon: IdCard,
} as const;
const history = { to: '/history', name: 'History', keys: 'g h', icon: History } as const;
const users = { to: '/users', name: 'Users', keys: 'g u', icon: UsersRound } as const;
const mail = { to: '/mail', name: 'Mail', keys: 'g m', icon: Mail } as const;
const serviceKeys = { to: '/keys', name: 'Keys', keys: 'g k', icon: KeyRound } as const;
const webhooks = {
  to: '/webhooks',
  name: 'Webhooks',
  keys: 'g w',
  icon: Webhook,
} as const;

const forModerators = [overview, profiles, history] as const;
const forAdmins = [...forModerators, users, mail, serviceKeys, webhooks] as const;

type Page = (typeof forAdmins)[number];

const pagesOf = (role: TeamRole): readonly Page[] =>
  role === 'admin' ? forAdmins : forModerators;

const look =
  'relative flex h-full focus-visible:-outline-offset-2 items-center justify-center gap-2 rounded-md text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-ink data-[status=active]:text-ink data-[status=active]:after:absolute data-[status=active]:after:inset-x-0 data-[status=active]:after:bottom-0 md:data-[status=active]:after:-bottom-px data-[status=active]:after:h-0.5 data-[status=active]:after:rounded-full data-[status=active]:after:bg-accent max-md:flex-1 max-md:text-[0.8125rem] max-[24rem]:text-xs md:px-1';

function PageLink({ to, name, keys, icon: Icon }: Page) {
  const navigate = useNavigate();
  useShortcut({
    keys,
    label: `Go to ${name}`,
    group: 'Pages',
    run: () => void navigate({ to }),
  });
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className={look}
    >
      <Icon aria-hidden size={16} className="shrink-0 max-[26rem]:hidden" />
      {name}
    </Link>
  );
}

/** Links to the pages: beside the wordmark, and on a phone in a line of their own. */
export function Navigation({ role }: { role: TeamRole }) {
  return (
    <nav
      aria-label="Main"
      className="flex h-full gap-6 max-md:order-last max-md:h-11 max-md:w-full max-md:gap-1 max-md:overflow-x-auto max-md:overflow-y-hidden max-md:[scrollbar-width:none] md:flex-1"
    >
      {pagesOf(role).map((page) => (
        <PageLink key={page.to} {...page} />
      ))}
    </nav>
  );
}
