/** What is kept of an address that nobody signed in with: what is erased with accounts must not outlast them here. */
export const masked = (address: string) => address.replace(/^(.).*@/, '$1…@');
