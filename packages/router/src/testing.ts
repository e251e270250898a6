/** What tests and tools of other packages need of the router's insides. */
export { deriveCodes } from './access/codes.ts';
