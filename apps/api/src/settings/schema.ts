import { defaultProduct } from '@namecard/look';
import { defaultSocials, socialNetworks } from '@namecard/look/socials';
import { z } from 'zod';
import { contactUrl, sender, smtpUrl, webPage } from './contact-values.ts';
import { inServiceFolder } from './files.ts';
import {
  audiences,
  identities,
  productColor,
  productLanguage,
  productLogo,
  productName,
  review,
  signUps,
  socials,
  testLogins,
} from './product-values.ts';
import {
  databaseUrl,
  degrees,
  emailAddresses,
  flag,
  hashKey,
  headerWord,
  limit,
  networks,
  origins,
  publicOrigin,
  secretKeys,
  sharedSecret,
  webAddress,
  whole,
} from './values.ts';

type Description = {
  /** One line of Markdown. */
  what: string;
  /** The default in Markdown, unless the schema has it. */
  otherwise?: string;
  /** Never shown. `NAME_FILE` may name a file with the value. */
  secret?: true;
  required?: true;
  /** In a table of its own. */
  forTests?: true;
};

const descriptions = new Map<z.ZodType, Description>();

function setting<Schema extends z.ZodType>(
  what: string,
  schema: Schema,
  rest: Omit<Description, 'what'> = {},
): Schema {
  descriptions.set(schema, { what, ...rest });
  return schema;
}

/** In the order of docs/run/settings.md. */
export const Environment = z.object({
  NODE_ENV: setting(
    '`production` requires the settings marked ●',
    z
      .enum(
        ['development', 'test', 'production'],
        'must be development, test or production',
      )
      .default('development'),
  ),
  PORT: setting(
    'the port to listen on; 0 is any free port',
    whole(0, 65_535).default(3000),
  ),
  HOST: setting(
    'the address to listen on; `0.0.0.0` is all of IPv4, `::` all',
    z.string().default('127.0.0.1'),
  ),
  SHUTDOWN_DELAY: setting(
    'seconds for which an instance goes on serving after SIGTERM, while `/readyz` is 503',
    whole(0, 600).default(0),
  ),
  PUBLIC_URL: setting(
    'the origin where clients reach the service',
    publicOrigin.optional(),
    {
      otherwise: '`http://HOST:PORT`',
    },
  ),
  DATABASE_URL: setting(
    '`postgresql://user:password@host:5432/database`; [encryption](database.md#the-address)',
    databaseUrl.optional(),
    { otherwise: 'an embedded PostgreSQL', secret: true, required: true },
  ),
  DATABASE_POOL: setting(
    'connections of one process to the database, 4 to 1,000: one to probe its health, an eighth for background work, the rest for calls',
    whole(4, 1_000).default(10),
  ),
  DATA_DIR: setting(
    'the folder for the embedded database, a created secret key, `mailbox-url` and receipts of erasures',
    z.string().default('.data').transform(inServiceFolder),
    { otherwise: '`.data`' },
  ),
  SECRET_KEY: setting(
    '32 characters or more. A list, separated by commas, while you [change it](secret-key.md): the first key is used for everything new',
    secretKeys.optional(),
    {
      otherwise: 'the first start creates it in `DATA_DIR`',
      secret: true,
      required: true,
    },
  ),
  HASH_KEY: setting(
    '32 characters or more, never changed: the key of stored [hashes](secret-key.md#the-hash-key)',
    hashKey.optional(),
    { otherwise: 'derived from `SECRET_KEY`', secret: true },
  ),
  POSTMARK_SERVER_TOKEN: setting(
    'Postmark’s server token; production requires it or `SMTP_URL`',
    headerWord.optional(),
    { otherwise: 'none: mail is only shown', secret: true },
  ),
  SMTP_URL: setting(
    'an SMTP server instead of Postmark: `smtp://user:password@host:587` or `smtps://…:465`',
    smtpUrl.optional(),
    { secret: true },
  ),
  EMAIL_FROM: setting(
    'the sender, required with Postmark or SMTP: `Namecard <hello@example.com>`',
    sender.optional(),
    { required: true },
  ),
  POSTMARK_WEBHOOK_SECRET: setting(
    'the password of Basic authentication for Postmark’s webhooks at `/webhooks/postmark`, 16 characters or more',
    sharedSecret.optional(),
    { secret: true },
  ),
  PRODUCT_NAME: setting(
    'the product’s name in mails and on all pages; [usernames](../use/public-profiles.md#reserved-usernames) that begin with it are reserved',
    productName.default(defaultProduct.name),
  ),
  PRODUCT_COLOR: setting(
    'the colour of the product’s mark in mails and pages',
    productColor.default(defaultProduct.color),
  ),
  PRODUCT_LOGO: setting(
    'a file with your mark, SVG or PNG, at most 128 KB and 4 million pixels, for members’ pages, public cards and the admin app, on white where they are dark; mails have no pictures',
    productLogo.optional(),
  ),
  PRODUCT_LANGUAGE: setting(
    '`en`, `de`, `fr` or `es`: the language of public profiles, and of mails and members’ pages for people whose language is not known',
    productLanguage.default(defaultProduct.language),
  ),
  PRODUCT_URL: setting(
    'where members sign in: a link on the admin app’s sign-in page, never in a mail',
    webAddress.optional(),
  ),
  CONTACT_URL: setting(
    'where people write to: `https://…` or `mailto:help@example.com`. It is on pages, below mails, in messages about suspensions, in notices about decisions, and in `/.well-known/security.txt`',
    contactUrl.optional(),
  ),
  PRIVACY_URL: setting(
    'your privacy notice: an `https://` page. Pages link to it, and mails name it',
    webPage.optional(),
  ),
  TERMS_URL: setting('your terms of use, in the same way', webPage.optional()),
  IMPRINT_URL: setting(
    'the page that says who runs the service, in the same way',
    webPage.optional(),
  ),
  ADMIN_EMAILS: setting(
    'email addresses of admins, separated by commas',
    emailAddresses.optional(),
    {
      otherwise: '`admin@example.com`, in production none',
    },
  ),
  SIGN_UPS: setting(
    'who may create an account: `open`, `closed`, or mail domains, separated by commas ([Sign-ups](people.md#sign-ups))',
    signUps.default('open'),
  ),
  MEMBER_PAGES: setting(
    'whether the service has [pages for members](../use/member-pages.md) at `/`; `false` if your own frontend does that',
    flag.default(true),
  ),
  IDENTITIES: setting(
    'the linked identities on members’ pages: some of `walletAddress`, `farcasterId`, `coinbaseWallet`, `worldId`, separated by commas. The API has all four',
    identities.default([]),
    { otherwise: 'none' },
  ),
  SOCIALS: setting(
    `the kinds of links on cards: some of ${socialNetworks.map((network) => `\`${network}\``).join(', ')}, separated by commas ([Links](../use/member-pages.md#links))`,
    socials.default([...defaultSocials]),
    { otherwise: `\`${defaultSocials.join(',')}\`` },
  ),
  PUBLIC_PROFILES: setting(
    'whether anybody can read a profile whose owner lets them, over the API and at `/@username`. Setting it opens no profile that exists ([Public profiles](../use/public-profiles.md#each-owner-decides))',
    flag.default(false),
  ),
  INDEX_PROFILES: setting(
    'whether search engines may list these pages. Set it only if members have agreed',
    flag.default(false),
  ),
  LOCATION_PRECISION: setting(
    'degrees to which a location is rounded for everybody but its owner and moderators, such as `0.1` (11 km); 0 is exact',
    degrees.optional(),
    { otherwise: 'exact; `0.1` without a session' },
  ),
  TEST_LOGINS: setting(
    '`review@example.com=CODE until 2027-01-31`, as `./namecard test-login` prints it ([Test logins](people.md#test-logins))',
    testLogins.default(new Map()),
    { otherwise: 'none', secret: true },
  ),
  AUDIENCES: setting(
    '`https://forum.example.com, shop pairwise`: other servers that verify users; needs `PUBLIC_URL` ([tokens](../use/tokens.md))',
    audiences.default(new Map()),
    { otherwise: 'none' },
  ),
  CORS_ORIGINS: setting(
    'origins of the pages that may call the service, separated by commas. If it is unset outside production, `/docs` can try calls',
    origins.optional(),
    { otherwise: 'any localhost, in production none' },
  ),
  TRUST_PROXY: setting(
    'addresses and CIDR ranges of your proxies and your frontend’s servers, separated by commas. The service believes their forwarded headers',
    networks.default([]),
  ),
  LOG_LEVEL: setting(
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
  ),
  LOG_REQUESTS: setting(
    'whether [the log](watching.md#the-log) has a line for each request',
    flag.default(false),
  ),
  METRICS_TOKEN: setting(
    'a Bearer token for `/metrics`, 16 characters or more; without it production has no `/metrics`',
    sharedSecret.optional(),
    { secret: true },
  ),
  LIMIT_SEND_PER_IP: setting(
    'requests for a code from one IP address (IPv6: /64) in an hour. 0 turns this limit off, and each limit below',
    limit.default(1000),
  ),
  LIMIT_VERIFY_PER_IP: setting(
    'tries of a code from one IP address in an hour',
    limit.default(3000),
  ),
  LIMIT_WRONG_PER_ADDRESS: setting(
    'wrong short codes for an address in 24 hours',
    limit.default(5),
  ),
  LIMIT_WRONG_PER_IP: setting(
    'wrong short codes from one IP address in an hour; twice as many in 24 hours. For its network (/24, IPv6 /48) both are three times as high',
    limit.default(30),
  ),
  LIMIT_WRONG_PER_DAY: setting(
    'wrong short codes of everybody in 24 hours, and one more for every ten people who sign in. Then nobody can use a short code',
    limit.default(1000),
  ),
  MAX_MAILS_PER_HOUR: setting(
    'mails in an hour to addresses that never signed in, spread evenly over the hour',
    limit.default(1000),
  ),
  LIMIT_WRITES_PER_ACCOUNT: setting(
    'edits of one account in an hour, and ten thirds of it (20,000) in 24 hours; acts of moderators don’t count; deletions and appeals are never refused',
    limit.default(6000),
  ),
  MAX_PROFILES_PER_ACCOUNT: setting('profiles of one account', limit.default(1000)),
  REVIEW: setting(
    'which cards moderators look at: `new`, `changed`, both, or `none`; with `hold` too, a newcomer’s card is shown only after a look ([The desk](../moderate/desk.md))',
    review,
    { otherwise: '`new,changed`' },
  ),
  SESSION_DAYS: setting(
    'days from the last use of a session to its end, 1 to 180',
    whole(1, 180).default(30),
  ),
  AUDIT_MONTHS: setting(
    'months for which the history of moderation is kept, 7 to 120; what a hidden card or a suspension stands on stays as long as it does',
    whole(7, 120).default(24),
  ),
  DEV_MAILBOX: setting(
    'whether mail is shown at a secret address of the service; never with a provider or in production',
    flag.optional(),
    { otherwise: '`true` on a loopback `HOST`', forTests: true },
  ),
  POSTMARK_API_URL: setting(
    'a program that stands in for Postmark: it takes the mail that the service sends',
    webAddress.optional(),
    { otherwise: 'Postmark’s own', forTests: true },
  ),
});

export type Environment = z.infer<typeof Environment>;

export type Setting = Description & { name: string; schema: z.ZodType };

function describe([name, schema]: [string, z.ZodType]): Setting {
  const description = descriptions.get(schema);
  if (!description) throw new Error(`${name} is not described`);
  return { name, schema, ...description };
}

export const settings: readonly Setting[] = Object.entries(Environment.shape).map(
  describe,
);
