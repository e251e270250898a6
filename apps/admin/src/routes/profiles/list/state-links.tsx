import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { inDigits } from '../../../components/count.ts';
import { given } from '../../../address.ts';
import { Tab, Tabs } from '../../../components/tabs.tsx';
import { queryOf, type ProfilesSearch } from '../../../moderation/profiles/search.ts';
import { trpc } from '../../../trpc.ts';

export type Matching = inferOutput<typeof trpc.moderation.profiles.countMatching>['data'];

const views = [
  { key: 'all', name: 'All', state: undefined },
  { key: 'active', name: 'Active', state: 'active' },
  { key: 'hidden', name: 'Hidden', state: 'hidden' },
] as const;

/** "1,234", or "10,000+" if the service stopped counting. */
const format = ({ count, isMore }: Matching['all']) =>
  `${inDigits(count)}${isMore ? '+' : ''}`;

export function useMatching(search: ProfilesSearch): Matching | undefined {
  const filter = given({ ...queryOf(search), state: undefined, sort: undefined });
  const counts = useQuery(
    trpc.moderation.profiles.countMatching.queryOptions(filter, {
      placeholderData: keepPreviousData,
    }),
  );
  return counts.data?.data;
}

type StateLinksProps = { search: ProfilesSearch; matching: Matching | undefined };

export const StateLinks = ({ search, matching }: StateLinksProps) => (
  <Tabs label="State">
    {views.map(({ key, name, state }) => (
      <Tab
        key={key}
        to="/profiles"
        search={given({ ...search, state })}
        count={matching && format(matching[key])}
      >
        {name}
      </Tab>
    ))}
  </Tabs>
);
