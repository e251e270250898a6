import { Alert } from '../components/alert.tsx';
import { explain } from '../failure.ts';

export const Failed = ({ error }: { error: unknown }) =>
  Boolean(error) && <Alert tone="bad">{explain(error)}</Alert>;
