import { gather, type Given, type Origin, type Source } from './settings/given.ts';
import { Environment, settings } from './settings/schema.ts';

export type { Environment };

/** What is wrong with the settings, a line each: the name, what is wrong, what is allowed. Never a value: it may be a secret. */
export class SettingsError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
    this.lines = lines;
  }
}

const requiredInProduction = settings.filter(({ required }) => required);

/** What running for real takes, and running for oneself does not. */
function missing({ values, problems }: Given): string[] {
  const lacks = (name: string) => values[name] === undefined && !problems.has(name);
  if (values['NODE_ENV'] === 'production') {
    return requiredInProduction
      .filter(({ name }) => lacks(name))
      .map(({ name }) => `${name} is missing: NODE_ENV=production requires it`);
  }
  return !lacks('POSTMARK_SERVER_TOKEN') && lacks('EMAIL_FROM')
    ? ['EMAIL_FROM is missing: POSTMARK_SERVER_TOKEN requires the address mail comes from']
    : [];
}

type Settings = {
  environment: Environment;
  originOf: (name: string) => Origin;
};

/**
 * Reads the settings, and where each comes from.
 * @param overrides what the command line says instead
 * @throws SettingsError with every line there is to say
 */
export function readSettings(source: Source = process.env, overrides: Source = {}): Settings {
  const given = gather(source, overrides);
  const parsed = Environment.safeParse(given.values);
  const notValid = parsed.error?.issues.map(
    ({ path, message }) => `${String(path[0])} is not valid: it ${message}`,
  );
  const lines = [...given.problems.values(), ...(notValid ?? []), ...missing(given)];
  if (!parsed.success || lines.length > 0) {
    throw new SettingsError(lines);
  }
  return {
    environment: parsed.data,
    originOf: (name) => given.origins.get(name) ?? 'default',
  };
}

/** Reads the settings as `readSettings` does. */
export const readEnvironment = (source?: Source, overrides?: Source): Environment =>
  readSettings(source, overrides).environment;
