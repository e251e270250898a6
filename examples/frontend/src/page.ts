/** The element of that id; a page without it is broken, and says so. */
export function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) {
    throw new Error(`The page has no ${kind.name} #${id}`);
  }
  return element;
}

/** Shows the first of them and hides the others. */
export function showOnly(shown: HTMLElement, ...hidden: HTMLElement[]): void {
  for (const element of hidden) {
    element.hidden = true;
  }
  shown.hidden = false;
}

/** An element with text in it. What people wrote is text, never markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
