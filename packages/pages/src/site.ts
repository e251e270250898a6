import type { Language, Product } from '@namecard/look';
import {
  type Call,
  type Context,
  createCaller,
  isLanguage,
  languageOf,
} from '@namecard/router';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { Cookies } from './cookies.ts';
import {
  type Failure,
  failureOf,
  FormRefused,
  notOurs,
  ofOtherMember,
} from './failure.ts';
import { type KeptForms, onwardField } from './onward.ts';
import { pathOf } from './query.ts';
import { isOfOtherMember, withoutHidden } from './member-form.ts';
import { isOwnForm } from './own-forms.ts';
import { documentOf, type Page } from './page.ts';
import { type Posted, postedOf } from './posted.ts';
import { problemPage } from './problem-page.ts';
import { addressPage } from './sign-in-pages.ts';
import type { Texts } from './texts/texts.ts';
import { textsIn } from './texts/texts-in.ts';

/** What every page knows. */
export type Site = {
  /** As every face makes it: a page's calls wait, count and fail as any other. */
  createContext: (request: FastifyRequest, page: NonNullable<Call['page']>) => Context;
  /** Where the pages are reached, without a trailing slash. */
  origin: string;
  product: Product;
  cookies: Cookies;
  /** The forms that are given back filled after a session was lost. */
  forms: KeptForms<Form>;
  /** Where people write to whoever runs the service. */
  contactUrl: string | undefined;
  /** Whether anybody reads a profile. */
  publicProfiles: boolean;
  /** Degrees to which members see others' places rounded; 0 is exactly. */
  locationPrecision: number;
  /** Whether anybody may make an account. */
  signUpsAreOpen: boolean;
  /** Where mail is shown, a page says how to find it. */
  showsMailbox: boolean;
  /** Of each route that calls procedures. */
  config: FastifyContextConfig;
};

export type Api = ReturnType<typeof createCaller>;

/** One request for a page. */
export type Visit = Site & {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The session's token, if the cookie came. */
  token: string | undefined;
  /** The id of whoever signed in last in this browser. */
  member: string | undefined;
  /** The procedures, as the member calls them whose cookie came. */
  api: Api;
  language: Language;
  texts: Texts;
};

/** The language of a page: what its member chose, else what the browser asks for, else the product's own. */
function languageFor({ cookies, product }: Site, request: FastifyRequest): Language {
  const chosen = cookies.language.read(request);
  if (isLanguage(chosen)) return chosen;
  return languageOf(request.headers['accept-language']) ?? product.language;
}

/** A session that has just begun, whose cookies the browser does not have yet. */
type Begun = { token: string; member: string };

export const visitOf = (
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  begun?: Begun,
): Visit => {
  const { cookies } = site;
  const token = begun?.token ?? cookies.session.read(request);
  const member = begun?.member ?? cookies.member.read(request);
  const language = languageFor(site, request);
  const texts = textsIn(language);
  const api = callerAs(site, request, token);
  return { ...site, request, reply, token, member, api, language, texts };
};

/** The procedures, as whoever has the token calls them; as nobody without one. */
export const callerAs = (
  site: Site,
  request: FastifyRequest,
  token: string | undefined,
): Api => createCaller(site.createContext(request, { token }));

/** A redirect to another of our pages. */
export type Redirect = { to: string };

const html = 'text/html; charset=utf-8';

/** The page as HTML. The answer gets its status. */
export function render(visit: Visit, page: Page, status = page.failure?.status): string {
  void visit.reply.code(status ?? 200).type(html);
  return documentOf(page, { ...visit, path: pathOf(visit.request) });
}

/** The page with the failure above it, unless it tells that itself. */
export function renderFailure(visit: Visit, failure: Failure, page: Page): string {
  if (failure.retryAfter !== undefined) {
    void visit.reply.header('retry-after', String(failure.retryAfter));
  }
  return render(visit, { failure, ...page }, failure.status);
}

/** To the sign-in, of somebody who has no session, or one that has ended. Nothing of what they sent is done. */
export function sendToSignIn({ reply, cookies, token }: Visit): FastifyReply {
  if (token === undefined) return reply.redirect('/sign-in', 303);
  cookies.session.clear(reply);
  return reply.redirect('/sign-in?why=lost', 303);
}

/** The sign-in, from which one goes on to the page: for what takes a sign-in of the last hour. */
export function renderFreshSignIn(visit: Visit, to = pathOf(visit.request)): string {
  const { texts } = visit;
  const page = addressPage(visit, {
    said: texts.signIn.fresh,
    onward: onwardField({ to }),
  });
  return render(visit, page, 403);
}

/** The sign-in, after which the member finds what they typed again. Nothing of it is done. */
function renderKeepingSignIn(visit: Visit, member: string, posted: Posted): string {
  const { texts, cookies, reply, request } = visit;
  cookies.session.clear(reply);
  const page = addressPage(visit, {
    said: texts.signIn.kept,
    onward: onwardField({ to: pathOf(request), kept: { member, posted } }),
  });
  return render(visit, page, 401);
}

type Answer = Page | Redirect;

type Read = (visit: Visit, route: Named) => Promise<Answer> | Answer;

export type Form = {
  /** The names of its fields: what is wrong with one is said beside it. */
  fields?: readonly string[];
  /** The page that has the form, where that is another than the form is sent to. */
  shownAt?: string;
  /** Whether it is given back filled, if the session ended while it was typed. */
  isKept?: true;
  /** Does what the form asks for, and says where the browser goes on: sending it again does nothing again. */
  take(visit: Visit, posted: Posted, route: Named): Promise<Answer>;
  /** The page with the form as it was typed, and why it was not taken; as it is stored where nothing typed is given. */
  show(
    visit: Visit,
    posted: Posted | undefined,
    failure: Failure | undefined,
    route: Named,
  ): Promise<Page> | Page;
};

type Named = { name: string };

/** What a path says: the username or the id in it. */
const routeOf = ({ params }: FastifyRequest): Named => {
  const isNamed = typeof params === 'object' && params !== null && 'name' in params;
  return { name: isNamed ? String(params.name) : '' };
};

const sendAnswer = (visit: Visit, answer: Answer): string | FastifyReply =>
  'to' in answer ? visit.reply.redirect(answer.to, 303) : render(visit, answer);

export function mountRead(app: FastifyInstance, site: Site, path: string, read: Read) {
  app.get(path, { config: site.config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    return sendAnswer(visit, await read(visit, routeOf(request)));
  });
}

/** Why a form was not taken, as a page. */
async function sendRefusal(
  visit: Visit,
  form: Form,
  posted: Posted,
  error: unknown,
): Promise<string | FastifyReply> {
  const route = routeOf(visit.request);
  const show = async (failure: Failure) =>
    renderFailure(visit, failure, await form.show(visit, posted, failure, route));
  if (error instanceof FormRefused) return show(error.failure);
  const failure = failureOf(error, visit.texts, form.fields);
  if (failure.reason === 'FRESH_SIGN_IN_REQUIRED') return renderFreshSignIn(visit);
  if (failure.reason !== 'TOKEN_INVALID') return show(failure);
  return form.isKept && visit.member !== undefined
    ? renderKeepingSignIn(visit, visit.member, posted)
    : sendToSignIn(visit);
}

/** What of a form that is not ours is shown again: nothing that another site typed, and nothing that a page of ours had hidden. */
function shownAgain({ headers }: FastifyRequest, posted: Posted): Posted | undefined {
  const isForeign = /^(?:cross|same)-site$/.test(String(headers['sec-fetch-site']));
  return isForeign ? undefined : withoutHidden(posted);
}

async function refuseForeign(visit: Visit, form: Form, posted: Posted): Promise<string> {
  const { request, texts } = visit;
  const refused = notOurs(texts);
  // Browsers keep the cookie back from other sites, so that many a form can't be shown.
  const page = await Promise.resolve(
    form.show(visit, shownAgain(request, posted), refused, routeOf(request)),
  ).catch(() => problemPage(visit, refused));
  return renderFailure(visit, refused, page);
}

export function mountForm(app: FastifyInstance, site: Site, path: string, form: Form) {
  const { config, origin } = site;
  if (form.isKept) site.forms.add(path, form);
  if (form.shownAt !== undefined) {
    // Somebody who reloads the address of a form that was not taken comes to its page.
    const { shownAt } = form;
    app.get(path, { config }, (request, reply) =>
      reply.redirect(shownAt.replace(':name', routeOf(request).name), 303),
    );
  }
  app.post(path, { config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    const posted = postedOf(request.body);
    if (!isOwnForm(request.headers, origin)) return refuseForeign(visit, form, posted);
    if (isOfOtherMember(posted, visit.member)) {
      const failure = ofOtherMember(visit.texts);
      const page = await form.show(visit, undefined, failure, routeOf(request));
      return renderFailure(visit, failure, page);
    }
    try {
      const answer = await form.take(visit, posted, routeOf(request));
      return await sendAnswer(visit, answer);
    } catch (error) {
      return sendRefusal(visit, form, posted, error);
    }
  });
}
