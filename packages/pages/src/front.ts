import { markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { seenName } from '@namecard/router';
import { cardMarkup } from './card-markup.ts';
import { lineField, searchForm } from './fields.ts';
import type { Page } from './page.ts';
import { queryOf } from './query.ts';
import { render } from './render.ts';
import { addressForm } from './sign-in-pages.ts';
import { type Site, type Visit, visitOf } from './visit.ts';

function lookUp({ texts: { front, members } }: Visit) {
  const field = lineField({
    name: 'name',
    label: front.lookUp,
    value: '',
  });
  return searchForm('/look-up', field, members.searchButton);
}

/** A picture: nobody can follow its links. */
function example({ texts }: Visit) {
  const { name, text } = texts.front.example;
  const profile = {
    username: 'ann',
    about: `${name}\n${text}`,
    socials: { website: 'https://ann.example.com' },
    location: null,
    hidden: false,
  };
  return markup`<div class="example" inert>${cardMarkup(profile, texts, { heading: 'h2' })}</div>`;
}

/** Does not check the session: the next page does. */
function frontPage(visit: Visit): Page {
  const { product, texts, token, publicProfiles } = visit;
  const { front } = texts;
  const way =
    token === undefined
      ? addressForm(visit)
      : markup`<p class="actions"><a class="button" href="/me">${texts.cards.title}</a></p>`;
  return {
    title: product.name,
    isHeaded: true,
    hasTwoColumns: true,
    main: markup`<div class="front beside"><div><h1>${front.text}</h1>
<p class="lead">${publicProfiles ? front.seenByAll : front.seenByMembers}</p>
${way}
${publicProfiles ? lookUp(visit) : ''}</div>
${example(visit)}</div>`,
    foot: markup`<a href="/admin/">${front.admin}</a>`,
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
      const name = seenName(queryOf(request, 'name') ?? '');
      return reply.redirect(name === '' ? '/' : `/@${encodeURIComponent(name)}`, 303);
    });
  }
}
