import type { en } from './en.ts';

/** What the file of each language has to say. One that lacks a text does not compile. */
export type Texts = typeof en;
