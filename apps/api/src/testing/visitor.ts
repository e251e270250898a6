import { mailedCode, type Addresses } from '@namecard/testing';

type Sent = Record<string, string>;

type Request = { headers: Sent; method?: 'POST'; body?: URLSearchParams };

/** What a browser says of a form that one of our own pages sent. */
const own = { 'sec-fetch-site': 'same-origin' };

/** Somebody with a browser that keeps cookies and runs no script. It follows no redirect by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #service: Addresses;
  /** What every request of the browser says besides. */
  readonly #headers: Sent;

  constructor(service: Addresses, headers: Sent = {}) {
    this.#service = service;
    this.#headers = headers;
  }

  get(path: string): Promise<Response> {
    return this.#send(path, { headers: { accept: 'text/html' } });
  }

  async page(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  post(path: string, fields: Sent, headers: Sent = own): Promise<Response> {
    return this.#send(path, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
  }

  /** Signs in by the code that was mailed. */
  async signIn(email: string): Promise<this> {
    await this.post('/sign-in', { email });
    const code = await mailedCode(this.#service, email);
    await this.post('/sign-in/code', { code });
    return this;
  }

  async #send(path: string, init: Request): Promise<Response> {
    const cookie = [...this.cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(`${this.#service.origin}${path}`, {
      ...init,
      headers: { ...this.#headers, ...init.headers, ...(cookie !== '' && { cookie }) },
      redirect: 'manual',
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0|1970/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The value of a page's hidden field, as a browser sends it; empty where there is none. */
export function hiddenOf(page: string, name: string): string {
  const [, value = ''] =
    new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(page) ?? [];
  return value.replaceAll(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => entities[entity] ?? '',
  );
}

/** Where an answer leads, with its status: `303 /me`. */
export const leadsTo = ({ status, headers }: Response): string =>
  `${status} ${headers.get('location')}`;
