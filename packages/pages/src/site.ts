import type { Product } from '@namecard/look';
import { type Call, type Context, createCaller } from '@namecard/router';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { type Failure, failureOf, FormRefused, notOurs } from './failure.ts';
import { isOwnForm } from './own-forms.ts';
import { documentOf, type Page } from './page.ts';
import { type Posted, postedOf } from './posted.ts';
import { problemPage } from './problem-page.ts';
import type { Cookies } from './session-cookie.ts';
import type { Texts } from './texts/texts.ts';

/** What every page knows. */
export type Site = {
  /** As every face makes it: a page's calls wait, count and fail as any other. */
  createContext: (request: FastifyRequest, page: NonNullable<Call['page']>) => Context;
  /** Where the pages are reached, without a trailing slash. */
  origin: string;
  product: Product;
  texts: Texts;
  cookies: Cookies;
  /** Whether anybody reads a profile. */
  publicProfiles: boolean;
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
  /** The procedures, as the member calls them whose cookie came. */
  api: Api;
};

export const visitOf = (
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit => {
  const token = site.cookies.session.read(request);
  return { ...site, request, reply, token, api: callerAs(site, request, token) };
};

/** The procedures, as whoever has the token calls them; as nobody without one. */
export const callerAs = (
  site: Site,
  request: FastifyRequest,
  token: string | undefined,
): Api => createCaller(site.createContext(request, { token }));

/** Another page of ours, to which a browser goes on. */
export type Redirect = { to: string };

const html = 'text/html; charset=utf-8';

type Answering = Pick<Visit, 'reply' | 'product' | 'texts'>;

export function sendPage({ reply, product, texts }: Answering, page: Page): string {
  void reply.code(page.status ?? 200).type(html);
  return documentOf(page, { product, texts });
}

export function sendFailure(visit: Answering, failure: Failure, page: Page): string {
  if (failure.retryAfter !== undefined) {
    void visit.reply.header('retry-after', String(failure.retryAfter));
  }
  return sendPage(visit, { ...page, status: failure.status });
}

/** To the sign-in, of somebody who has no session, or one that has ended. Nothing of what they sent is done. */
export function sendToSignIn({ reply, cookies, token }: Visit): FastifyReply {
  if (token === undefined) return reply.redirect('/sign-in', 303);
  cookies.session.clear(reply);
  return reply.redirect('/sign-in?why=lost', 303);
}

export type Read<Route> = (
  visit: Visit,
  route: Route,
) => Promise<Page | Redirect> | Page | Redirect;

export type Form<Route> = {
  /** The names of its fields: what is wrong with one is said beside it. */
  fields?: readonly string[];
  /** Does what the form asks for, and says where the browser goes on: sending it again does nothing again. */
  take(visit: Visit, posted: Posted, route: Route): Promise<Redirect>;
  /** The page with the form as it was typed. */
  show(
    visit: Visit,
    posted: Posted,
    failure: Failure,
    route: Route,
  ): Promise<Page> | Page;
};

type Named = { name: string };

/** What a path says: the username or the id in it. */
const routeOf = ({ params }: FastifyRequest): Named => {
  const isNamed = typeof params === 'object' && params !== null && 'name' in params;
  return { name: isNamed ? String(params.name) : '' };
};

export function mountRead(
  app: FastifyInstance,
  site: Site,
  path: string,
  read: Read<Named>,
) {
  app.get(path, { config: site.config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    const answer = await read(visit, routeOf(request));
    return 'to' in answer ? reply.redirect(answer.to, 303) : sendPage(visit, answer);
  });
}

export function mountForm(
  app: FastifyInstance,
  site: Site,
  path: string,
  form: Form<Named>,
) {
  const { texts, origin, config } = site;
  app.post(path, { config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    const posted = postedOf(request.body);
    const route = routeOf(request);
    const show = async (failure: Failure) =>
      sendFailure(visit, failure, await form.show(visit, posted, failure, route));
    if (!isOwnForm(request.headers, origin)) {
      const refused = notOurs(texts);
      // Browsers keep the cookie back from other sites, so that many a form can't be shown.
      return show(refused).catch(() =>
        sendFailure(visit, refused, problemPage(visit, refused)),
      );
    }
    try {
      const { to } = await form.take(visit, posted, route);
      return await reply.redirect(to, 303);
    } catch (error) {
      if (error instanceof FormRefused) return show(error.failure);
      const failure = failureOf(error, texts, form.fields);
      if (failure.reason === 'TOKEN_INVALID') return sendToSignIn(visit);
      return show(failure);
    }
  });
}
