import { markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import type { Page } from './page.ts';
import type { Texts } from './texts/texts.ts';

/** A page with nothing but the message. */
export const problemPage = ({ texts }: { texts: Texts }, { message }: Failure): Page => ({
  title: texts.problems.title,
  failure: undefined,
  main: markup`<h1>${texts.problems.title}</h1>
<p class="lead">${message}</p>
<p class="actions"><a href="/">${texts.problems.home}</a></p>`,
});
