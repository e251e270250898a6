import { clsx } from 'clsx';
import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  bad: { icon: CircleAlert, look: 'bg-bad-soft text-bad', role: 'alert' },
  info: { icon: Info, look: 'bg-accent-soft text-accent-ink', role: 'status' },
} as const;

export function Alert({
  tone,
  children,
}: {
  tone: keyof typeof tones;
  children: ReactNode;
}) {
  const { icon: Icon, look, role } = tones[tone];
  return (
    <div role={role} className={clsx('flex gap-2.5 rounded-md px-3 py-2 text-sm', look)}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="text-pretty">{children}</div>
    </div>
  );
}
