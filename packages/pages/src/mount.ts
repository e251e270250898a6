import type { FastifyInstance, FastifyRequest } from 'fastify';
import { atOtherAddress, type Failure, FormRefused, refusalOf } from './failure.ts';
import { otherMember } from './member-form.ts';
import { isAtOtherAddress, isOwnForm } from './own-forms.ts';
import { type Posted, postedOf } from './posted.ts';
import { problemPage } from './message-page.ts';
import { Presses } from './presses.ts';
import { renderFailure, sendAnswer, sendRefusal } from './render.ts';
import { changesIn } from './shown-values.ts';
import {
  type Answer,
  type Form,
  type Named,
  type Pages,
  type Read,
  type Site,
  type Visit,
  visitOf,
} from './visit.ts';

function routeOf({ params }: FastifyRequest): Named {
  const isNamed = typeof params === 'object' && params !== null && 'name' in params;
  return { name: isNamed ? String(params.name) : '' };
}

function mountRead(app: FastifyInstance, site: Site, path: string, read: Read) {
  app.get(path, { config: site.config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    return sendAnswer(visit, await read(visit, routeOf(request)));
  });
}

/** Hidden fields to drop before a form is shown again. */
const neverShownAgain = new Set(['member', 'onward', 'ticket', 'told', 'address']);

/** Drops what another site typed, and what a page of ours had hidden. */
function shownAgain({ headers }: FastifyRequest, posted: Posted): Posted | undefined {
  const isForeign = /^(?:cross|same)-site$/.test(String(headers['sec-fetch-site']));
  if (isForeign) return undefined;
  const shown = Object.entries(posted).filter(([name]) => !neverShownAgain.has(name));
  return Object.fromEntries(shown);
}

/**
 * Shows the form again, below what is wrong. If it can't be shown, the page has the
 * message alone: another site's form comes without the session, and the card may be
 * another member's.
 */
async function refuse(
  visit: Visit,
  form: Form,
  { posted, failure }: { posted: Posted | undefined; failure: Failure },
): Promise<string> {
  const route = routeOf(visit.request);
  const page = await Promise.resolve(form.show(visit, posted, failure, route)).catch(() =>
    problemPage(visit, failure),
  );
  return renderFailure(visit, failure, page);
}

function mountForm(app: FastifyInstance, site: Site, path: string, form: Form) {
  const { config, origin } = site;
  const { shownAt, read } = form;
  if (form.isKept) site.forms.add(path, form);
  const presses = form.isFinal && new Presses<Answer>();
  // A browser reloads a refused form by its address.
  mountRead(app, site, path, (visit, route) => {
    if (shownAt !== undefined) return { to: shownAt };
    return read ? read(visit, route) : form.show(visit, undefined, undefined, route);
  });
  app.post(path, { config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    const posted = postedOf(request.body);
    const route = routeOf(request);
    if (!isOwnForm(request, origin)) {
      const failure = isAtOtherAddress(request)
        ? atOtherAddress(visit)
        : refusalOf('notOurs', visit.texts);
      return refuse(visit, form, { posted: shownAgain(request, posted), failure });
    }
    let changes = posted;
    try {
      const member = await otherMember(visit, posted);
      if (member !== undefined) {
        site.cookies.member.write(reply, member, site.sessionDays);
        const failure = refusalOf('otherMember', visit.texts);
        return await refuse({ ...visit, member }, form, { posted: undefined, failure });
      }
      const stored = (await form.stored?.(visit, route)) ?? {};
      const found = changesIn(posted, stored);
      changes = found.posted;
      if (found.clash) {
        throw new FormRefused(refusalOf('changedMeanwhile', visit.texts));
      }
      const take = () => form.take(visit, found.posted, { ...route, stored });
      const sent = [request.url, visit.token ?? request.ip, posted];
      return await sendAnswer(
        visit,
        await (presses ? presses.answer(sent, take) : take()),
      );
    } catch (error) {
      return sendRefusal(visit, error, { form, posted: changes, route });
    }
  });
}

export function mountAll(app: FastifyInstance, site: Site, pages: Pages): void {
  for (const [path, page] of Object.entries(pages)) {
    if (typeof page === 'function') mountRead(app, site, path, page);
    else mountForm(app, site, path, page);
  }
}
