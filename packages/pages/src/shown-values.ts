import { createHash } from 'node:crypto';
import type { Markup } from '@namecard/look';
import { z } from 'zod';
import { hiddenField } from './fields.ts';
import { type Posted, textOf } from './posted.ts';

/*
 * Problem: the same form may be open in two tabs. The second one that is sent would
 * overwrite what the first one saved, and its member never saw that.
 *
 * Plan: a form carries a hash of each value that it shows. Only the fields that the
 * member changed are sent on. If what is stored has changed too, nothing is saved, and
 * the form is shown again.
 *
 * Price: each form reads what is stored. Of two forms in the same moment the later wins.
 */

/** The stored values of a form's fields, as the form shows them. */
export type Values = Readonly<Record<string, string>>;

const Hashes = z.record(z.string(), z.string().regex(/^[\w-]{16}$/));

const name = 'shown';

/** Browsers send line breaks in another way than they are stored. */
export const hashOf = (text: string): string =>
  createHash('sha256')
    .update(text.replaceAll(/\r\n?/g, '\n').trim())
    .digest('base64url')
    .slice(0, 16);

function hashesIn(posted: Posted): Values | undefined {
  try {
    return Hashes.parse(JSON.parse(textOf(posted, name)));
  } catch {
    return undefined;
  }
}

/**
 * The hidden field with the hashes. A form that is shown again with what was typed
 * keeps the hashes that it had.
 */
export function shownField(stored: Values, typed: Posted = {}): Markup {
  const before = hashesIn(typed);
  const hashes = Object.entries(stored).map(([field, text]) => {
    const kept = Object.hasOwn(typed, field) ? before?.[field] : undefined;
    return [field, kept ?? hashOf(text)] as const;
  });
  return hiddenField(name, JSON.stringify(Object.fromEntries(hashes)));
}

type Changes = {
  /** The form without the fields that the member left as they were. */
  posted: Posted;
  /** Whether a field that the member changed has been changed meanwhile. */
  clash: boolean;
};

export function changesIn(posted: Posted, stored: Values): Changes {
  const before = hashesIn(posted);
  if (before === undefined) return { posted, clash: false };
  const fields = Object.keys(stored).filter((field) => Object.hasOwn(posted, field));
  const isChanged = (field: string) => hashOf(textOf(posted, field)) !== before[field];
  const changed = fields.filter(isChanged);
  const clash = changed.some((field) => {
    const now = hashOf(textOf(stored, field));
    return now !== before[field] && now !== hashOf(textOf(posted, field));
  });
  const dropped = new Set(fields.filter((field) => !changed.includes(field)));
  // Shown again after a clash, the form is about what is stored now.
  if (clash) dropped.add(name);
  const rest = Object.entries(posted).filter(([field]) => !dropped.has(field));
  return { posted: Object.fromEntries(rest), clash };
}
