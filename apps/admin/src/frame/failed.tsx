import { Alert } from '../components/alert.tsx';
import { explain } from '../failure.ts';

/** Says why something failed. Shows nothing without an error. */
export const Failed = ({ error }: { error: unknown }) =>
  Boolean(error) && <Alert tone="bad">{explain(error)}</Alert>;
