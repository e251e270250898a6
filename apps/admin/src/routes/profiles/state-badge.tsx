import { Badge } from '../../components/badge.tsx';

export function StateBadge({ hidden }: { hidden: boolean }) {
  return <Badge tone={hidden ? 'warn' : 'good'}>{hidden ? 'Hidden' : 'Active'}</Badge>;
}
