/** What the address says of the list. What is left out is as it is at first: page 1, newest first. */
export type ProfilesSearch = { page?: number; order?: 'oldest' };

const farthestPage = 1_000_000;

const isPage = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= farthestPage;

/** Reads the address; what it can't mean is left out. */
export function readSearch({ page, order }: Record<string, unknown>): ProfilesSearch {
  return { ...(isPage(page) && { page }), ...(order === 'oldest' && { order }) };
}
