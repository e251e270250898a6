import type { FastifyInstance, FastifyRequest } from 'fastify';
import { atOtherAddress, changedMeanwhile, notOurs, ofOtherMember } from './failure.ts';
import { isOfOtherMember, withoutHidden } from './member-form.ts';
import { isAtOtherAddress, isOwnForm } from './own-forms.ts';
import { type Posted, postedOf } from './posted.ts';
import { problemPage } from './message-page.ts';
import { renderFailure, sendAnswer, sendRefusal } from './render.ts';
import { changesIn } from './shown-values.ts';
import {
  type Answer,
  type Form,
  type Named,
  type Site,
  type Visit,
  visitOf,
} from './visit.ts';

type Read = (visit: Visit, route: Named) => Promise<Answer> | Answer;

function routeOf({ params }: FastifyRequest): Named {
  const isNamed = typeof params === 'object' && params !== null && 'name' in params;
  return { name: isNamed ? String(params.name) : '' };
}

export function mountRead(app: FastifyInstance, site: Site, path: string, read: Read) {
  app.get(path, { config: site.config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    return sendAnswer(visit, await read(visit, routeOf(request)));
  });
}

/** Drops what another site typed, and what a page of ours had hidden. */
function shownAgain({ headers }: FastifyRequest, posted: Posted): Posted | undefined {
  const isForeign = /^(?:cross|same)-site$/.test(String(headers['sec-fetch-site']));
  return isForeign ? undefined : withoutHidden(posted);
}

async function refuseForeign(visit: Visit, form: Form, posted: Posted): Promise<string> {
  const { request, texts } = visit;
  const refused = isAtOtherAddress(request) ? atOtherAddress(visit) : notOurs(texts);
  // With another site's form browsers send no cookies. A form that needs a session
  // can't be shown then.
  const page = await Promise.resolve(
    form.show(visit, shownAgain(request, posted), refused, routeOf(request)),
  ).catch(() => problemPage(visit, refused));
  return renderFailure(visit, refused, page);
}

export function mountForm(app: FastifyInstance, site: Site, path: string, form: Form) {
  const { config, origin } = site;
  const { shownAt } = form;
  if (form.isKept) site.forms.add(path, form);
  if (shownAt !== undefined) {
    // A browser reloads a refused form by its address.
    app.get(path, { config }, (_request, reply) => reply.redirect(shownAt, 303));
  }
  app.post(path, { config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    const posted = postedOf(request.body);
    const route = routeOf(request);
    if (!isOwnForm(request, origin)) return refuseForeign(visit, form, posted);
    if (isOfOtherMember(posted, visit.member)) {
      const failure = ofOtherMember(visit.texts);
      const page = await form.show(visit, undefined, failure, route);
      return renderFailure(visit, failure, page);
    }
    let changes = posted;
    try {
      const stored = (await form.stored?.(visit, route)) ?? {};
      const found = changesIn(posted, stored);
      changes = found.posted;
      if (found.clash) throw changedMeanwhile(visit.texts);
      return await sendAnswer(
        visit,
        await form.take(visit, changes, { ...route, stored }),
      );
    } catch (error) {
      return sendRefusal(visit, error, { form, posted: changes, route });
    }
  });
}
