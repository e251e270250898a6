import type { en } from './en.ts';

export type Texts = typeof en;

export type DecisionReason = keyof Texts['decision']['reasons'];

export type DecisionAnswer = keyof Texts['decision']['answers'];

export type CodedAct = keyof Texts['actCode']['acts'];
