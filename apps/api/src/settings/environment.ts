import { gather, type Given, type Origin, type Source } from './given.ts';
import { Environment, settings } from './schema.ts';

export type { Environment };

/**
 * One line per problem: the setting, the problem and what is allowed. Never a
 * value, because it may be a secret.
 */
export class SettingsError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
    this.lines = lines;
  }
}

const requiredInProduction = settings.filter(({ required }) => required);

/** Mail providers. At most one may be set. */
const providers = ['POSTMARK_SERVER_TOKEN', 'SMTP_URL'] as const;

/** Settings that are missing, mostly in production. */
function missing({ values, problems }: Given): string[] {
  const lacks = (name: string) => values[name] === undefined && !problems.has(name);
  const provider = providers.find((name) => !lacks(name));
  if (values['NODE_ENV'] === 'production') {
    const lines = requiredInProduction
      .filter(({ name }) => lacks(name))
      .map(({ name }) => `${name} is missing: NODE_ENV=production requires it`);
    if (provider === undefined) {
      lines.push(
        'POSTMARK_SERVER_TOKEN is missing: NODE_ENV=production requires it, or SMTP_URL',
      );
    }
    if (provider === undefined && requiredInProduction.every(({ name }) => lacks(name))) {
      lines.push(
        'To try Namecard without any setting: `docker run -p 3000:3000 namecard:demo`, or `npm start -- --demo` in a checkout',
      );
    }
    return lines;
  }
  if (provider !== undefined && lacks('EMAIL_FROM')) {
    return [`EMAIL_FROM is missing: ${provider} requires the sender’s address`];
  }
  return [];
}

export const adminEmailsOf = ({
  ADMIN_EMAILS,
  NODE_ENV,
}: Pick<Environment, 'ADMIN_EMAILS' | 'NODE_ENV'>): string[] =>
  ADMIN_EMAILS ?? (NODE_ENV === 'production' ? [] : ['admin@example.com']);

/** Settings that are valid alone but not together. */
function conflicts(environment: Environment): string[] {
  const { POSTMARK_SERVER_TOKEN, SMTP_URL, TEST_LOGINS } = environment;
  const { NODE_ENV, PUBLIC_URL, AUDIENCES } = environment;
  const rules: [boolean, string][] = [
    [
      POSTMARK_SERVER_TOKEN !== undefined && SMTP_URL !== undefined,
      'SMTP_URL and POSTMARK_SERVER_TOKEN are both set: keep only one',
    ],
    [
      NODE_ENV === 'production' && AUDIENCES.size > 0 && PUBLIC_URL === undefined,
      'PUBLIC_URL is missing: AUDIENCES requires it, since tokens name it as their issuer',
    ],
    [
      adminEmailsOf(environment).some((address) => TEST_LOGINS.has(address)),
      'TEST_LOGINS is not valid: it must not contain an address from ADMIN_EMAILS',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, line]) => line);
}

type Settings = {
  environment: Environment;
  /** The values as text, before they are parsed. */
  given: Readonly<Record<string, string>>;
  originOf: (name: string) => Origin;
};

/**
 * Reads all settings and their origins.
 * @throws SettingsError with a line for every problem
 */
export function readSettings(source: Source = process.env): Settings {
  const given = gather(source);
  const parsed = Environment.safeParse(given.values);
  const notValid = parsed.error?.issues.map(
    ({ path, message }) => `${String(path[0])} is not valid: it ${message}`,
  );
  const lines = [
    ...given.problems.values(),
    ...(notValid ?? []),
    ...missing(given),
    ...(parsed.success ? conflicts(parsed.data) : []),
  ];
  if (!parsed.success || lines.length > 0) {
    throw new SettingsError(lines);
  }
  return {
    environment: parsed.data,
    given: given.values,
    originOf: (name) => given.origins.get(name) ?? 'default',
  };
}

export const readEnvironment = (source?: Source): Environment =>
  readSettings(source).environment;
