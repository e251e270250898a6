import { useTitle } from '../../title.ts';

export function HistoryPage() {
  useTitle('History');
  return <h1 className="text-2xl font-semibold tracking-tight">History</h1>;
}
