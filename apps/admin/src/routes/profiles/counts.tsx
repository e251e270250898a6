import { Skeleton } from '../../components/skeleton.tsx';
import type { Count } from './profile.ts';

const number = new Intl.NumberFormat('en');

const parts = [
  { key: 'all', name: 'All' },
  { key: 'active', name: 'Active' },
  { key: 'hidden', name: 'Hidden' },
] as const;

/** How many profiles there are, in all and by state. */
export function Counts({ count }: { count: Count | undefined }) {
  return (
    <dl className="mt-2 flex gap-5">
      {parts.map(({ key, name }) => (
        <div key={key} className="flex items-baseline gap-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">
            {count ? number.format(count[key]) : <Skeleton className="h-3.5 w-8" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
