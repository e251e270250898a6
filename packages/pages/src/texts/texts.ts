import type { en } from './en.ts';

export type Texts = typeof en;

/** Reasons with a text of their own. The others have `failed` or `refused`. */
export type ToldReason = keyof Texts['problems']['reasons'];

/** Kinds of fields. Each has one text for invalid values. */
export type FieldKind = keyof Texts['problems']['fields'];
