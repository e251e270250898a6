import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** No session lasts longer. The service ends most sooner. */
const longestDays = 180;

const secondsOfDay = 86_400;

/** The lifetime of a code. */
const codeMinutes = 60;

/** The cookies of a request that has no page, or that overload refused, are not parsed. */
type Request = {
  cookies?: FastifyRequest['cookies'] | null;
  headers: FastifyRequest['headers'];
};

export type Cookies = {
  /** The session's token. */
  session: Cookie;
  /** Where a code was mailed to. A URL would put it in logs. */
  address: Cookie;
  /** Shows whether the browser keeps cookies. */
  trial: Cookie;
  /**
   * The id of the member who signed in last. Only this member gets a kept form back.
   * Written again with each page, so that it lasts as long as the session.
   */
  member: Cookie;
  /** A copy of the account's, so that no page has to ask for it. */
  language: Cookie;
  /** Whether the browser has sent any of these cookies. */
  areKept(request: Request): boolean;
  /** Clears session, member and language. */
  endAll(reply: FastifyReply): void;
};

/**
 * Scripts can't read it, and browsers don't send it with other sites' forms. Over
 * HTTPS its name begins with `__Host-`: then only this host can set it.
 */
class Cookie {
  readonly #name: string;
  readonly #seconds: number;
  readonly #options;

  constructor(name: string, seconds: number, isSecure: boolean) {
    this.#name = isSecure ? `__Host-${name}` : name;
    this.#seconds = seconds;
    this.#options = {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    } as const;
  }

  read({ cookies, headers }: Request): string | undefined {
    const parsed = cookies ?? fastifyCookie.parse(headers.cookie ?? '');
    return parsed[this.#name] || undefined;
  }

  write(reply: FastifyReply, value: string, days?: number): void {
    const maxAge = days === undefined ? this.#seconds : days * secondsOfDay;
    void reply.setCookie(this.#name, value, { ...this.#options, maxAge });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.#name, this.#options);
  }
}

export function cookiesFor(origin: string): Cookies {
  const isSecure = origin.startsWith('https:');
  const lasting = (name: string) =>
    new Cookie(name, longestDays * secondsOfDay, isSecure);
  const session = lasting('namecard');
  const member = lasting('namecard-member');
  const language = lasting('namecard-language');
  const brief = (name: string) => new Cookie(name, codeMinutes * 60, isSecure);
  const address = brief('namecard-address');
  const trial = brief('namecard-trial');
  const all = [session, member, language, address, trial];
  return {
    session,
    member,
    language,
    address,
    trial,
    areKept: (request) => all.some((cookie) => cookie.read(request) !== undefined),
    endAll: (reply) => {
      for (const cookie of [session, member, language]) cookie.clear(reply);
    },
  };
}
