import { type Markup, markup } from '@namecard/look';
import { z } from 'zod';
import { hiddenField } from './fields.ts';
import { type Posted, textOf } from './posted.ts';

/*
 * Where a member goes on after a sign-in, and what they had typed there.
 *
 * Problem: a session may end while a form is typed. What was typed must not be lost, sent by itself, or shown to anybody else. The
 * service keeps nothing of it.
 *
 * Plan: the pages of the sign-in carry it along in a hidden field. Afterwards the form is shown
 * filled, if the same member has signed in: a cookie names the member. Otherwise it is dropped.
 *
 * Price: while something is carried, the page that asks for the code is the answer to a form, so reloading it sends the mail again.
 */

/** A page of a member's own: nothing else is gone on to, so that no address leads anywhere else by us. */
const ownPage = /^\/me(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

const Onward = z.object({
  to: z.string().regex(ownPage),
  kept: z
    .object({ member: z.string(), posted: z.record(z.string(), z.string()) })
    .optional(),
});

export type Onward = z.infer<typeof Onward>;

const name = 'onward';

export const onwardField = (onward: Onward): Markup =>
  hiddenField(name, JSON.stringify(onward));

/** What a form of the sign-in carries along; undefined where that is nothing, or not ours. */
export function onwardOf(posted: Posted): Onward | undefined {
  try {
    return Onward.parse(JSON.parse(textOf(posted, name)));
  } catch {
    return undefined;
  }
}

/** The same, to be carried on. */
export const carriedOn = (posted: Posted): Markup => {
  const onward = onwardOf(posted);
  return onward === undefined ? markup`` : onwardField(onward);
};

/** The forms that are given back filled, by the paths that they are sent to. */
export class KeptForms<Form> {
  readonly #forms: { path: RegExp; form: Form }[] = [];

  /** @param path as it is routed: `:name` stands for a part of it */
  add(path: string, form: Form): void {
    const pattern = path.replaceAll(':name', '([^/]+)');
    this.#forms.push({ path: new RegExp(`^${pattern}$`), form });
  }

  /** The form that is sent to a path, and the name in the path. */
  find(path: string): { form: Form; name: string } | undefined {
    for (const { path: pattern, form } of this.#forms) {
      const found = pattern.exec(path);
      if (found) return { form, name: found[1] ?? '' };
    }
    return undefined;
  }
}
