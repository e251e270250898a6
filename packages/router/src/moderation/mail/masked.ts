/** The history keeps no whole address, because erasures can't reach it. */
export const masked = (address: string) => address.replace(/^(.).*@/, '$1…@');
