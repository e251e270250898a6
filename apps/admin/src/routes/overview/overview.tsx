import { useTitle } from '../../title.ts';

export function OverviewPage() {
  useTitle('Overview');
  return <h1 className="text-2xl font-semibold tracking-tight">Overview</h1>;
}
