import type { en } from './en.ts';

export type Texts = typeof en;

/** Reasons with a text of their own. The others have `failed` or `refused`. */
export type ToldReason = keyof Texts['problems']['reasons'];

/** Reasons with a text that says until when. */
export type DatedReason = keyof Texts['problems']['until'];

/** Kinds of fields. Each has one text for invalid values. */
export type FieldKind = keyof Texts['problems']['fields'];
