import { Select } from '../../components/select.tsx';
import { given } from '../address.ts';
import type { ControlsProps } from './controls.tsx';
import { Filters } from './filters.tsx';
import { sorts } from './sorts.ts';

export type Wanted = 'filter' | 'order';

/** The filters and the order. `wanted` is open at once: its press is what brought them here. */
export function ListControls({
  search,
  count,
  onChange,
  wanted,
}: ControlsProps & { wanted: Wanted }) {
  return (
    <>
      <Filters
        search={search}
        count={count}
        onChange={onChange}
        defaultOpen={wanted === 'filter'}
      />
      <Select
        label="Order"
        choices={sorts}
        value={search.sort ?? 'newest'}
        defaultOpen={wanted === 'order'}
        onValueChange={(next) =>
          onChange(given({ ...search, sort: next === 'newest' ? undefined : next }))
        }
        className="max-sm:flex-1 sm:ml-auto"
      />
    </>
  );
}
