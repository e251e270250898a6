import type { LucideIcon } from 'lucide-react';
import { Button } from './button.tsx';
import { useKeyNames } from './kbd.tsx';

type IconButtonProps = {
  icon: LucideIcon;
  label: string;
  keys: string;
  run: () => void;
};

/** Where words have no room. */
export const IconButton = ({ icon: Icon, label, keys, run }: IconButtonProps) => (
  <Button
    variant="quiet"
    size="icon"
    aria-label={label}
    title={useTitled(label, keys)}
    onClick={run}
  >
    <Icon aria-hidden size={15} />
  </Button>
);

/** "Note (N)" */
export function useTitled(label: string, keys: string): string {
  const names = useKeyNames(keys).map((press) => press.join('+'));
  return names.length === 0 ? label : `${label} (${names.join(' ')})`;
}
