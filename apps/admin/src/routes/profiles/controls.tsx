import { Button } from '../../components/button.tsx';
import { Select } from '../../components/select.tsx';
import { useOnDemand } from '../../components/use-on-demand.ts';
import { given } from '../address.ts';
import { FilterLabel } from './filter-label.tsx';
import type { ProfilesSearch } from './search.ts';
import { sorts } from './sorts.ts';

const loadFilters = async () => (await import('./filters.tsx')).Filters;

export type ControlsProps = {
  search: ProfilesSearch;
  /** How many filters are set. */
  count: number;
  onChange: (search: ProfilesSearch) => void;
};

/** The filters, which come when their button is pressed: that press opens them. */
function FiltersOnDemand(props: ControlsProps) {
  const { Part: Filters, prepare, want } = useOnDemand(loadFilters);
  return Filters ? (
    <Filters {...props} />
  ) : (
    <Button
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={want}
      className="h-9"
    >
      <FilterLabel count={props.count} />
    </Button>
  );
}

/** What the list can be narrowed to and ordered by. */
export function Controls(props: ControlsProps) {
  const { search, onChange } = props;
  return (
    <>
      <FiltersOnDemand {...props} />
      <Select
        label="Order"
        choices={sorts}
        value={search.sort ?? 'newest'}
        onValueChange={(next) =>
          onChange(given({ ...search, sort: next === 'newest' ? undefined : next }))
        }
        className="max-sm:flex-1 sm:ml-auto"
      />
    </>
  );
}
