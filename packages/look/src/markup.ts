/** HTML put together by `markup`: the private field keeps any other object from passing for it. */
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
 * A template tag for HTML: the template itself is kept as it stands, every text and number put into
 * it is escaped, for content as for quoted attributes. What a `markup` made is put in unescaped.
 * It is not called `html`, because formatters reformat templates of that name, and a mail is sent
 * as it was written, space by space.
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

/** A picture of ours, as it stands in its file. */
export const pictureElement = (svg: string): Markup => new Markup(svg);

/** A style of ours as a page has it in itself. */
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
