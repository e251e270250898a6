import { dayOf, given } from '../address.ts';
import type { ProfilesSearch } from './search.ts';

/** The view with another first or last day; a day that is only half typed is none yet. */
export const dayChange = (
  search: ProfilesSearch,
  end: 'from' | 'to',
  day: string,
): ProfilesSearch => given({ ...search, [end]: dayOf(day) });
