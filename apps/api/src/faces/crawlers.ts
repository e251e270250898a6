import type { FastifyInstance } from 'fastify';

type Options = {
  /** Each page itself says whether search engines may list it. */
  hasProfilePages: boolean;
  publicUrl: string | undefined;
  /** Without a contact there is no security.txt, because it requires one. */
  contactUrl: string | undefined;
};

/** Days until security.txt expires. RFC 9116 asks for less than a year. */
const daysBelieved = 180;

function securityText({ publicUrl, contactUrl }: Options): string {
  const expires = new Date();
  expires.setUTCDate(expires.getUTCDate() + daysBelieved);
  const path = '/.well-known/security.txt';
  return [
    `Contact: ${contactUrl}`,
    `Expires: ${expires.toISOString()}`,
    // The standard requires https here (2.5.2).
    ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
    '',
  ].join('\n');
}

/** Serves `/robots.txt` (RFC 9309) and `/.well-known/security.txt` (RFC 9116). */
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
