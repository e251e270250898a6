import { type Markup, markup } from '@namecard/look';

/** Begins a word, and has a letter: `#1` is a number, and `page#part` an address. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/#])(#[\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]{0,60})/u;

/** A text whose hashtags lead to the members' search. */
export function withHashtags(text: string): Markup {
  const parts = text.split(hashtag).map((part, index) => {
    if (index % 2 === 0) return markup`${part}`;
    return markup`<a href="/members?q=${encodeURIComponent(part)}">${part}</a>`;
  });
  return markup`${parts}`;
}
