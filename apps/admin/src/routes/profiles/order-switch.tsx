import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ProfilesSearch } from './search.ts';

const route = getRouteApi('/profiles');

const orders: readonly { name: string; search: ProfilesSearch }[] = [
  { name: 'Newest first', search: {} },
  { name: 'Oldest first', search: { order: 'oldest' } },
];

/** The order of the list; the other one begins at its first page. */
export function OrderSwitch() {
  const { order } = route.useSearch();
  const navigate = useNavigate();
  return (
    <div
      role="group"
      aria-label="Order"
      className="flex rounded-lg bg-[light-dark(#e9e9ec,#1c1c22)] p-0.5 max-sm:w-full"
    >
      {orders.map(({ name, search }) => (
        <button
          key={name}
          type="button"
          aria-pressed={search.order === order}
          onClick={() => void navigate({ to: '/profiles', search })}
          className="h-8 flex-1 rounded-md px-3 text-[0.8125rem] font-medium whitespace-nowrap text-muted transition-colors hover:text-ink aria-pressed:bg-[light-dark(#ffffff,#36363f)] aria-pressed:text-ink aria-pressed:shadow-card pointer-coarse:h-11"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
