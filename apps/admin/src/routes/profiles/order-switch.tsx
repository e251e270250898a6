import { Link, getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/profiles');

const orders = [
  { name: 'Newest first', search: {} },
  { name: 'Oldest first', search: { order: 'oldest' } },
] as const;

/** The order of the list; the other one begins at its first page. */
export function OrderSwitch() {
  const { order } = route.useSearch();
  return (
    <div
      role="group"
      aria-label="Order"
      className="flex rounded-lg bg-[light-dark(#ececee,#1c1c22)] p-0.5 max-sm:w-full"
    >
      {orders.map(({ name, search }) => {
        const current = ('order' in search ? search.order : undefined) === order;
        return (
          <Link
            key={name}
            to="/profiles"
            search={search}
            aria-current={current}
            className="flex h-8 flex-1 items-center justify-center rounded-md px-3 text-[0.8125rem] font-medium whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=true]:bg-[light-dark(#ffffff,#33333b)] aria-[current=true]:text-ink aria-[current=true]:shadow-card pointer-coarse:h-11"
          >
            {name}
          </Link>
        );
      })}
    </div>
  );
}
