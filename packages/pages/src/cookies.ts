import type { FastifyReply, FastifyRequest } from 'fastify';

/** Days after which every session has ended, however much it is used. The service ends most sooner. */
const longestDays = 180;

const secondsOfDay = 86_400;

/** Minutes for which a code of a mail is good. The address is remembered as long. */
const codeMinutes = 60;

/** The cookies of a request that overload refused are not parsed. */
type Request = { cookies: FastifyRequest['cookies'] | null };

type Kept = { name: string; seconds: number };

export type Cookies = {
  /** The session's token. */
  session: Cookie;
  /** The address to which a code was mailed. It stands in no URL, so that no log has it. */
  address: Cookie;
  /** The id of the member who signed in last. Only this member gets a kept form back. */
  member: Cookie;
  /** What the member chose. It is the account's own, and kept here so that no page has to ask for it. */
  language: Cookie;
  /** Forgets the session and whose it was. */
  endAll(reply: FastifyReply): void;
};

/**
 * A cookie that scripts can't read and that other sites' forms don't send along. Over HTTPS its name says `__Host-`, which
 * browsers let nobody set but this very host. The name is decided at the start, and no other is read.
 */
class Cookie {
  readonly #name: string;
  readonly #seconds: number;
  readonly #options;

  constructor({ name, seconds }: Kept, isSecure: boolean) {
    this.#name = isSecure ? `__Host-${name}` : name;
    this.#seconds = seconds;
    this.#options = {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    } as const;
  }

  read({ cookies }: Request): string | undefined {
    return cookies?.[this.#name] || undefined;
  }

  write(reply: FastifyReply, value: string): void {
    void reply.setCookie(this.#name, value, { ...this.#options, maxAge: this.#seconds });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.#name, this.#options);
  }
}

/** The pages' cookies, for pages that are reached at the origin. */
export function cookiesFor(origin: string): Cookies {
  const isSecure = origin.startsWith('https:');
  const lasting = (name: string) =>
    new Cookie({ name, seconds: longestDays * secondsOfDay }, isSecure);
  const session = lasting('namecard');
  const member = lasting('namecard-member');
  const language = lasting('namecard-language');
  const address = { name: 'namecard-address', seconds: codeMinutes * 60 };
  return {
    session,
    member,
    language,
    address: new Cookie(address, isSecure),
    endAll: (reply) => {
      for (const cookie of [session, member, language]) cookie.clear(reply);
    },
  };
}
