import { useOnDemand } from '../components/use-on-demand.ts';
import { AccountButton } from './account-button.tsx';
import type { Who } from './who.ts';

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

/** The account menu behind its button; it is loaded when somebody is about to press it. */
export function Account({ who, onShortcuts }: { who: Who; onShortcuts: () => void }) {
  const { Part: AccountMenu, prepare, want } = useOnDemand(loadMenu);
  return AccountMenu ? (
    <AccountMenu who={who} onShortcuts={onShortcuts} />
  ) : (
    <AccountButton
      email={who.email}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={want}
    />
  );
}
