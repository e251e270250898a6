import { useState, type ComponentProps } from 'react';
import { Avatar } from '../components/avatar.tsx';
import { lazily } from '../components/lazily.tsx';
import type { Who } from '../who.ts';

const AccountMenu = lazily(async () => (await import('./account-menu.tsx')).AccountMenu);

const AccountButton = ({
  email,
  ...rest
}: ComponentProps<'button'> & { email: string }) => (
  <button
    type="button"
    {...rest}
    aria-label={`Account: ${email}`}
    className="grid size-9 place-items-center rounded-full transition-shadow hover:ring-4 hover:ring-sunken data-popup-open:ring-4 data-popup-open:ring-sunken pointer-coarse:size-11"
  >
    <Avatar name={email} size="small" />
  </button>
);

/** The account menu is loaded when somebody is about to press its button. */
export function Account({ who, onShortcuts }: { who: Who; onShortcuts: () => void }) {
  const [presses, setPresses] = useState(0);
  const { email } = who;
  return (
    <AccountMenu
      who={who}
      onShortcuts={onShortcuts}
      trigger={<AccountButton email={email} />}
      wanted={presses}
      fallback={
        <AccountButton
          email={email}
          aria-haspopup="menu"
          aria-expanded={false}
          onPointerEnter={AccountMenu.prepare}
          onFocus={AccountMenu.prepare}
          onClick={() => setPresses(presses + 1)}
        />
      }
    />
  );
}
