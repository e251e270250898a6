import { markup } from '@namecard/look';
import { seenWord } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { lineField } from './fields.ts';
import type { Page } from './page.ts';
import { mailboxHint } from './sign-in-pages.ts';
import { queryOf } from './query.ts';
import { render } from './render.ts';
import { type Site, type Visit, visitOf } from './visit.ts';

function lookUp({ texts: { front } }: Visit) {
  const field = lineField({
    name: 'name',
    label: front.lookUp,
    hint: front.lookUpHint,
    value: '',
  });
  return markup`<form class="search" method="get" action="/look-up" role="search">
${field}
<button class="quiet">${front.lookUpButton}</button>
</form>`;
}

/** Does not check the session: the next page does. */
function frontPage(visit: Visit): Page {
  const { product, texts, token, publicProfiles, showsMailbox } = visit;
  const { front } = texts;
  const way =
    token === undefined
      ? markup`<a class="button" href="/sign-in">${front.signIn}</a>`
      : markup`<a class="button" href="/me">${front.myCards}</a>`;
  return {
    title: product.name,
    main: markup`<div class="front"><h1>${front.text}</h1>
<p class="actions">${way}</p>
${publicProfiles ? lookUp(visit) : ''}</div>`,
    foot: markup`<p>${front.operators}</p>
<ul><li><a href="/admin/">${front.admin}</a></li><li><a href="/docs">${front.reference}</a></li></ul>
${showsMailbox ? mailboxHint(texts) : ''}`,
  };
}

/** The first page, for browsers. Other programs are sent to `/docs`. */
export function mountFront(app: FastifyInstance, site: Site): void {
  app.get('/', (request, reply) => {
    const others = reply.getHeader('vary');
    void reply.header('vary', [others ?? [], 'Accept'].flat().join(', '));
    if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) {
      return reply.redirect('/docs');
    }
    const visit = visitOf(site, request, reply);
    return reply.send(render(visit, frontPage(visit)));
  });
  if (site.publicProfiles) {
    app.get('/look-up', (request, reply) => {
      const name = seenWord(queryOf(request, 'name') ?? '').replace(/^@/, '');
      return reply.redirect(name === '' ? '/' : `/@${encodeURIComponent(name)}`, 303);
    });
  }
}
