import type { en } from './en.ts';

/** What the file of each language has to say. One that lacks a text does not compile. */
export type Texts = typeof en;

/** Failures of calls that are told in words of their own. What is none of them is our fault, or the browser's. */
export type ToldReason = keyof Texts['problems']['reasons'];

/** What a field takes is told by its kind. */
export type FieldKind = keyof Texts['problems']['fields'];
