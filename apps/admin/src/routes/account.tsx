import { Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';
import { lazily } from './lazily.ts';
import type { Who } from './who.ts';

type AccountProps = { who: Who; onShortcuts: () => void };

const load = () => import('./account-menu.tsx');

const AccountMenu = lazily<AccountProps>(
  async () => (await load()).AccountMenu,
  ({ who }) => <AccountButton email={who.email} />,
);

/** Whether it came is told when it is needed. */
const loadAhead = () => void load().catch(() => undefined);

/** The account menu behind its button; it is loaded when somebody is about to press it. */
export function Account({ who, onShortcuts }: AccountProps) {
  const [isPressed, setPressed] = useState(false);
  const button = (
    <AccountButton
      email={who.email}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => setPressed(true)}
    />
  );
  return isPressed ? (
    <Suspense fallback={button}>
      <AccountMenu who={who} onShortcuts={onShortcuts} />
    </Suspense>
  ) : (
    button
  );
}
