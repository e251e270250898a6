import { type Markup, markup } from '@namecard/look';
import { z } from 'zod';
import { hiddenField } from './fields.ts';
import { type Posted, textOf } from './posted.ts';

/*
 * Problem: a session may end while a member fills in a form, or a reader of a refused
 * form signs in or chooses another language. The text must not be lost, sent without the
 * member, or shown to somebody else. The service stores nothing of it.
 *
 * Plan: the pages of the sign-in, and the buttons for languages, carry it in a hidden
 * field, with the member who typed it. If the same member is signed in then, the form is
 * shown again, filled. Otherwise it is dropped. A report names no member: the text comes
 * back in whatever browser sends the field.
 *
 * Price: the page that asks for the code is then the answer to a form. Reloading it
 * sends another mail.
 */

/** Only forms that are kept, so that the sign-in never leads to another site. */
const ownPage = /^\/(?:me|report|sign-in)(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

const Onward = z.object({
  to: z.string().regex(ownPage),
  /** What was typed; with the member who typed it, if its form names one. */
  kept: z.record(z.string(), z.string()).optional(),
});

export type Onward = z.infer<typeof Onward>;

const name = 'onward';

export const onwardField = (onward: Onward | undefined): Markup =>
  onward === undefined ? markup`` : hiddenField(name, JSON.stringify(onward));

/** What a form of the sign-in carries, for the same page in another language. */
export const carriedOn = (
  to: string,
  onward: Onward | undefined,
  fields: Posted,
): Onward | undefined =>
  onward?.kept && { to, kept: { ...fields, [name]: JSON.stringify(onward) } };

/** What a form of the sign-in carries. Undefined if there is nothing valid. */
export function onwardOf(posted: Posted): Onward | undefined {
  try {
    return Onward.parse(JSON.parse(textOf(posted, name)));
  } catch {
    return undefined;
  }
}

/** The forms that are kept, by path. */
export class KeptForms<Form> {
  readonly #forms: { path: RegExp; form: Form }[] = [];

  /** @param path of the route; `:name` matches one segment */
  add(path: string, form: Form): void {
    const pattern = path.replaceAll(':name', '([^/]+)');
    this.#forms.push({ path: new RegExp(`^${pattern}$`), form });
  }

  find(path: string): { form: Form; name: string } | undefined {
    for (const { path: pattern, form } of this.#forms) {
      const found = pattern.exec(path);
      if (found) return { form, name: found[1] ?? '' };
    }
    return undefined;
  }
}
