import type { Page } from 'playwright-core';

/**
 * Translates like Chrome: moves each text node into two <font> elements, and
 * again after each change. Every second one is put beside its text before the
 * text is removed, as some translators do.
 */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const untouched = 'script, style, svg, textarea, [translate="no"], font';
    const translateAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (
          node instanceof Text &&
          node.data.trim() &&
          !node.parentElement?.closest(untouched)
        ) {
          texts.push(node);
        }
      }
      for (const [index, text] of texts.entries()) {
        const [outer, inner] = [
          document.createElement('font'),
          document.createElement('font'),
        ];
        inner.textContent = `«${text.data}»`;
        outer.append(inner);
        if (index % 2 === 0) {
          text.replaceWith(outer);
        } else {
          text.before(outer);
          text.remove();
        }
      }
    };
    translateAll();
    new MutationObserver(translateAll).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
