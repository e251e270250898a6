/** The orders of the list, by name. */
export const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'changed', label: 'Last changed first' },
  { value: 'username', label: 'By username' },
] as const;
