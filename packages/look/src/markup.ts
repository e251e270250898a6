/** With the private field no other type fits. */
class Markup {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }
}

export type { Markup };

type Value = string | number | Markup | readonly Markup[];

/**
 * A template tag that escapes text and numbers, for content and quoted
 * attributes. Not named `html`: formatters would change such templates.
 */
export function markup(
  template: TemplateStringsArray,
  ...values: readonly Value[]
): Markup {
  const html = template.reduce(
    (before, part, index) => before + render(values[index - 1] ?? '') + part,
  );
  return new Markup(html);
}

/** Only for SVG without anybody's text: it escapes nothing. */
export const pictureElement = (svg: string): Markup => new Markup(svg);

/** Only for our own styles: it escapes nothing. */
export const styleElement = (css: string): Markup => new Markup(`<style>${css}</style>`);

function render(value: Value): string {
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'string' || typeof value === 'number')
    return escape(String(value));
  return value.map(String).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
