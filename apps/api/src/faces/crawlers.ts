import type { FastifyInstance } from 'fastify';

type Options = {
  /** Whether profiles have pages. Each says itself whether search engines may list it. */
  hasProfilePages: boolean;
  /** Where the service is reached, as its operator says. */
  publicUrl: string | undefined;
  /** Whom to write to; without one there is no security.txt, which needs a contact. */
  contactUrl: string | undefined;
};

/** Days that what security.txt says may be believed: RFC 9116 asks for less than a year. */
const daysBelieved = 180;

function securityText({ publicUrl, contactUrl }: Options): string {
  const expires = new Date();
  expires.setUTCDate(expires.getUTCDate() + daysBelieved);
  const path = '/.well-known/security.txt';
  return [
    `Contact: ${contactUrl}`,
    `Expires: ${expires.toISOString()}`,
    // The standard wants https here (2.5.2).
    ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
    '',
  ].join('\n');
}

/** What programs that crawl look for: `/robots.txt` (RFC 9309) and `/.well-known/security.txt` (RFC 9116). */
export function mountForCrawlers(app: FastifyInstance, options: Options): void {
  const plainText = 'text/plain; charset=utf-8';
  const allowed = options.hasProfilePages ? ['Allow: /@'] : [];
  const robots = ['User-agent: *', ...allowed, 'Disallow: /', ''].join('\n');
  app.get('/robots.txt', (_request, reply) => reply.type(plainText).send(robots));
  if (options.contactUrl !== undefined) {
    app.get('/.well-known/security.txt', (_request, reply) =>
      reply.type(plainText).send(securityText(options)),
    );
  }
}
