import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton } from '../../components/skeleton.tsx';
import { trpc } from '../../trpc.ts';
import type { Tally } from './profile.ts';
import { given } from '../address.ts';
import { queryOf, type ProfilesSearch } from './search.ts';

const number = new Intl.NumberFormat('en');

const views = [
  { key: 'all', name: 'All', state: undefined },
  { key: 'active', name: 'Active', state: 'active' },
  { key: 'hidden', name: 'Hidden', state: 'hidden' },
] as const;

/** As far as it was counted: "1,234", "10,000+". */
const inWords = ({ count, isMore }: Tally['all']) => `${number.format(count)}${isMore ? '+' : ''}`;

/** How many profiles fit a filter, in all and by state. */
export function useTally(search: ProfilesSearch): Tally | undefined {
  const filter = given({ ...queryOf(search), state: undefined, sort: undefined });
  const tally = useQuery(
    trpc.profiles.tally.queryOptions(filter, { placeholderData: keepPreviousData }),
  );
  return tally.data?.data;
}

type StateLinksProps = { search: ProfilesSearch; tally: Tally | undefined };

/** The same view in each state, with how many there are. */
export function StateLinks({ search, tally }: StateLinksProps) {
  return (
    <nav aria-label="State" className="-mx-1 flex gap-1 overflow-x-auto px-1">
      {views.map(({ key, name, state }) => (
        <Link
          key={key}
          to="/profiles"
          search={given({ ...search, state })}
          activeOptions={{ exact: true }}
          className="flex h-9 items-center gap-2 rounded-lg px-3 text-sm font-medium text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink pointer-coarse:h-11"
        >
          {name}
          <span className="text-[0.8125rem] font-normal tabular-nums">
            {tally ? inWords(tally[key]) : <Skeleton className="h-3.5 w-7" />}
          </span>
        </Link>
      ))}
    </nav>
  );
}
