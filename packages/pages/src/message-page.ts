import { markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import type { Page } from './page.ts';
import type { Texts } from './texts/texts.ts';

type Site = { texts: Texts };

/** A page with nothing but a message. */
export const messagePage = ({ texts }: Site, title: string, text: string): Page => ({
  title,
  main: markup`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="actions"><a href="/">${texts.problems.home}</a></p>`,
});

export const problemPage = (site: Site, { message }: Failure): Page => ({
  ...messagePage(site, site.texts.problems.title, message),
  failure: undefined,
});
