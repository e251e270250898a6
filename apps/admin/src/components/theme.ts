import { useSyncExternalStore } from 'react';

const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const storageKey = 'namecard.theme';

const root = document.documentElement;

/** What the browser's own frame takes on: the canvas of each theme. */
const frameColors = { light: '#fafafa', dark: '#0c0c0f' } as const;

const frames = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(
  (element) => ({ element, own: element.content }),
);

function colorFrame(theme: Theme): void {
  for (const { element, own } of frames) {
    element.content = theme === 'system' ? own : frameColors[theme];
  }
}

const listeners = new Set<() => void>();

// The page's first script has read what was chosen before.
const currentTheme = (): Theme =>
  themes.find((theme) => theme === root.dataset['theme']) ?? 'system';

colorFrame(currentTheme());

function remember(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // It holds until the page is left, then.
  }
}

/** Chooses a theme, for this browser and for good. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete root.dataset['theme'];
  } else {
    root.dataset['theme'] = theme;
  }
  remember(theme);
  colorFrame(theme);
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme);
