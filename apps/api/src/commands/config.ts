import type { Command } from 'commander';
import { showsMailbox } from '../settings/shows-mailbox.ts';
import {
  adminEmailsOf,
  type Environment,
  readSettings,
} from '../settings/environment.ts';
import { addressOf } from '../settings/router-settings.ts';
import { misspelt } from '../settings/misspelt.ts';
import { settings } from '../settings/schema.ts';
import { otherwiseOf } from '../settings/table.ts';
import { explain, jsonOption, print, run } from './output.ts';

const masked = '********';

/** Defaults that depend on other settings. */
function dependentDefaults(environment: Environment): Record<string, string> {
  const isShown = showsMailbox(environment);
  return {
    PUBLIC_URL: addressOf(environment),
    POSTMARK_SERVER_TOKEN: isShown ? 'none: mail is only shown' : 'none',
    DEV_MAILBOX: String(isShown),
    ADMIN_EMAILS: adminEmailsOf(environment).join(', ') || 'none',
    CORS_ORIGINS: environment.NODE_ENV === 'production' ? 'none' : 'any localhost',
  };
}

function list({ environment, given, originOf }: ReturnType<typeof readSettings>) {
  const defaults = dependentDefaults(environment);
  return settings.map((setting) => {
    const { name, secret } = setting;
    const origin = originOf(name);
    if (origin === 'default') {
      const value = defaults[name] ?? otherwiseOf(setting).replaceAll('`', '');
      return { name, value, origin };
    }
    return { name, value: secret ? masked : (given[name] ?? ''), origin };
  });
}

export function addConfig(config: Command): void {
  config.option(...jsonOption).action(({ json = false }: { json?: boolean }) =>
    run(async () => {
      const listed = list(readSettings());
      const unknown = misspelt();
      const width = Math.max(...listed.map(({ name }) => name.length)) + 2;
      const lines = listed.map(
        ({ name, value, origin }) => `${name.padEnd(width)}${value}  (${origin})`,
      );
      print({ settings: listed, unknown }, lines, { json });
      if (unknown.length > 0) {
        explain(`These are not settings, and have no effect: ${unknown.join(', ')}`);
      }
    }),
  );
}
