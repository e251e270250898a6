import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';
import type { Who } from './who.ts';

const load = () => import('./account-menu.tsx');

const AccountMenu = lazy(async () => ({ default: (await load()).AccountMenu }));

type AccountProps = { who: Who; onShortcuts: () => void };

/** The account menu behind its button; it is loaded when somebody is about to press it. */
export function Account({ who, onShortcuts }: AccountProps) {
  const [isPressed, setPressed] = useState(false);
  const button = (
    <AccountButton
      email={who.email}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
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
