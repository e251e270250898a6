import { markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import type { Page } from './page.ts';
import type { Visit } from './visit.ts';

/** A page with nothing but a message. */
export const messagePage = ({ texts }: Visit, title: string, text: string): Page => ({
  title,
  main: markup`<p class="lead">${text}</p>
<p class="actions"><a href="/">${texts.problems.home}</a></p>`,
});

export const problemPage = (visit: Visit, { message }: Failure): Page => ({
  ...messagePage(visit, visit.texts.problems.title, message),
  failure: undefined,
});
