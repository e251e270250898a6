import type { Language } from '@namecard/look';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Texts } from './texts.ts';

const all: Readonly<Record<Language, Texts>> = { en, de, fr, es };

export const textsIn = (language: Language): Texts => all[language];
