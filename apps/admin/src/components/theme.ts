import { browserStorage } from '../storage.ts';
import { createStore, useStore } from '../store.ts';

const themes = ['system', 'light', 'dark'] as const;

type Theme = (typeof themes)[number];

const storageKey = 'namecard.theme';

const root = document.documentElement;

/** The browser's frame has the colour of the page. */
const frameColors = { light: '#fafafa', dark: '#0c0c0f' } as const;

const frames = [
  ...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'),
].map((element) => ({ element, own: element.content }));

function colorFrame(theme: Theme): void {
  for (const { element, own } of frames) {
    element.content = theme === 'system' ? own : frameColors[theme];
  }
}

// The page's first script has already read the stored choice.
const current = createStore<Theme>(
  themes.find((theme) => theme === root.dataset['theme']) ?? 'system',
);

colorFrame(current.get());

/** Stored in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete root.dataset['theme'];
  } else {
    root.dataset['theme'] = theme;
  }
  browserStorage.setItem(storageKey, theme);
  colorFrame(theme);
  current.set(theme);
}

export const useTheme = (): Theme => useStore(current, (theme) => theme);
