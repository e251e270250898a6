import { LoaderCircle } from 'lucide-react';

export function Spinner() {
  return <LoaderCircle aria-hidden size={16} className="animate-spin" />;
}
