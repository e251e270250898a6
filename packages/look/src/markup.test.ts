import { describe, expect, it } from 'vitest';
import { markup } from './markup.ts';

describe('markup', () => {
  it('escapes every text, for content and quoted attributes', () => {
    const text = `<script>"it's" & more</script>`;
    const escaped = '&lt;script&gt;&quot;it&#39;s&quot; &amp; more&lt;/script&gt;';
    const made = markup`<p title="${text}">${text}</p>`;
    expect(made.toString()).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('keeps markup, lists of markup, and numbers', () => {
    const items = ['a', '<b>'].map((item) => markup`<li>${item}</li>`);
    const made = markup`<ul>${items}</ul>${markup`<br>`}${0}`;
    expect(made.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><br>0');
  });

  it('escapes an escaped text again', () => {
    expect(markup`${'&amp;'}`.toString()).toBe('&amp;amp;');
  });
});
