import type { Language, Product } from '@namecard/look';
import {
  type Call,
  type Context,
  createCaller,
  isLanguage,
  languageOf,
  type Settings,
} from '@namecard/router';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from './cookies.ts';
import { type Failure, unless } from './failure.ts';
import type { Api, Identity } from './api.ts';
import type { KeptForms } from './onward.ts';
import type { Page } from './page.ts';
import type { Posted } from './posted.ts';
import type { Values } from './shown-values.ts';
import type { Texts } from './texts/texts.ts';
import { textsIn } from './texts/texts-in.ts';

/** What all pages have in common. */
export type Site = Pick<
  Settings,
  | 'locationPrecision'
  | 'publicLocationPrecision'
  | 'publicProfiles'
  | 'sessionDays'
  | 'signUps'
  | 'socials'
> & {
  createContext: (request: FastifyRequest, page: NonNullable<Call['page']>) => Context;
  /** Without a trailing slash. */
  origin: string;
  /** The configured origin. Undefined if only the default is known. */
  publicUrl: string | undefined;
  product: Product;
  cookies: Cookies;
  forms: KeptForms<Form>;
  /** The linked identities that members can edit here. */
  identities: readonly Identity[];
  /** Whether mails are kept in a test mailbox, and none is sent. */
  showsMailbox: boolean;
  /** Of each route that calls procedures. */
  config: FastifyContextConfig;
};

/** One request for a page. */
export type Visit = Site & {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The session's token, from the cookie. The session may have ended. */
  token: string | undefined;
  /** The id of the member who signed in last in this browser. */
  member: string | undefined;
  /** The procedures, called with the token. */
  api: Api;
  language: Language;
  texts: Texts;
};

/** A redirect to another of our pages. */
export type Redirect = { to: string };

/** A download. */
export type File = { file: string; type: string; text: string };

/** A page may be for another visitor than the request: after a sign-in, in another language. */
export type Answer = (Page & { visit?: Visit }) | Redirect | File;

/** What `:name` in a route's path stands for. Empty without it. */
export type Named = { name: string };

/** `stored` is what the fields showed, empty without `Form.stored`. */
type Taken = Named & { stored: Values };

export type Read = (visit: Visit, route: Named) => Promise<Answer> | Answer;

export type Form = {
  /** The names of its fields. An error in one of them is shown beside it. */
  fields?: readonly string[];
  /** The path of the page with this form. Default: the path it is sent to. */
  shownAt?: string;
  /** What its own path shows before it is sent. Default: `show`. */
  read?: Read;
  /** Whether what was typed is kept over a sign-in and a change of language. */
  isKept?: true;
  /** Whether it works once. Then a second press gets the answer of the first. */
  isFinal?: true;
  /** What its fields show. Then `take` gets only the fields that the member changed. */
  stored?(visit: Visit, route: Named): Promise<Values>;
  /** Sending a form twice must have no other effect than sending it once. */
  take(visit: Visit, posted: Posted, route: Taken): Promise<Answer>;
  /** The page with this form. Without `posted` it shows what is stored. */
  show(
    visit: Visit,
    posted: Posted | undefined,
    failure: Failure | undefined,
    route: Named,
  ): Promise<Page> | Page;
};

/** By their paths. */
export type Pages = Readonly<Record<string, Read | Form>>;

/** What the member chose; else what the browser asks for; else the product's. */
export function languageFor(
  { cookies, product }: Pick<Site, 'cookies' | 'product'>,
  request: FastifyRequest,
): Language {
  const chosen = cookies.language.read(request);
  if (isLanguage(chosen)) return chosen;
  const { language } = product;
  return languageOf(request.headers['accept-language'], language) ?? language;
}

/** A new session. The browser does not have its cookies yet. */
type Begun = { token: string; member: string };

export function visitOf(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  begun?: Begun,
): Visit {
  const { cookies } = site;
  const token = begun?.token ?? cookies.session.read(request);
  const member = begun?.member ?? cookies.member.read(request);
  const language = languageFor(site, request);
  const texts = textsIn(language);
  const api = callerAs(site, request, token);
  return { ...site, request, reply, token, member, api, language, texts };
}

/** The id of the session's member. Undefined if the session has ended. */
export async function memberOf({ api, token }: Visit): Promise<string | undefined> {
  if (token === undefined) return undefined;
  return (await unless('TOKEN_INVALID', api.users.me()))?.data.user.id;
}

/** The procedures, called with this token, or without one, in the chosen language. */
export function callerAs(site: Site, request: FastifyRequest, token: string | undefined) {
  const context = site.createContext(request, { token });
  const chosen = site.cookies.language.read(request);
  if (!isLanguage(chosen)) return createCaller(context);
  return createCaller({ ...context, call: { ...context.call, acceptLanguage: chosen } });
}
