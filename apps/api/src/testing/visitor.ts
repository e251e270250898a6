import { mailedCode, type Addresses } from '@namecard/testing';

type Sent = Record<string, string>;

type Request = { headers: Sent; method?: 'POST'; body?: URLSearchParams };

/** A browser's header for forms that our own pages send. */
const own = { 'sec-fetch-site': 'same-origin' };

/** A browser that keeps cookies, runs no scripts, follows no redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #service: Addresses;
  /** Headers of every request. */
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

  /** Signs in with the mailed code. */
  async signIn(email: string): Promise<this> {
    await this.post('/sign-in', { email });
    const code = await mailedCode(this.#service, email);
    await this.post('/sign-in/code', { address: email, code });
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

const decoded = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');

/** The value of a hidden field, or an empty string. */
export function hiddenOf(page: string, name: string): string {
  const [, value = ''] =
    new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(page) ?? [];
  return decoded(value);
}

/** What the form with this action sends if its lines and hidden fields stay as they are. */
export function formIn(page: string, action: string): Sent {
  const [, form = ''] =
    new RegExp(`action="${action}"[^>]*>(.*?)</form>`, 's').exec(page) ?? [];
  const fields = form.matchAll(/<input[^>]*? name="([^"]*)" value="([^"]*)"/g);
  const texts = form.matchAll(
    /<textarea[^>]*? name="([^"]*)"[^>]*>\n(.*?)<\/textarea>/gs,
  );
  return Object.fromEntries(
    [...fields, ...texts].map(([, name = '', value = '']) => [name, decoded(value)]),
  );
}

/** The status and target of a redirect: `303 /me`. */
export const leadsTo = ({ status, headers }: Response): string =>
  `${status} ${headers.get('location')}`;

/** A page without the random name that it gives its form. */
export const withoutId = (page = ''): string =>
  page.replace(/name="page" value="[^"]*"/, '');
