import { readFileSync } from 'node:fs';
import { codeOf } from './error-code.ts';
import { inServiceFolder } from './files.ts';
import { settings } from './schema.ts';

export type Source = Record<string, string | undefined>;

export type Origin = 'environment' | 'file' | 'default';

export type Given = {
  values: Record<string, string>;
  origins: Map<string, Origin>;
  /** Problems with files of secrets, by setting. */
  problems: Map<string, string>;
};

export const fileSettingOf = (name: string) => `${name}_FILE`;

/** Nobody sees spaces around a value, or the return that Windows adds. */
const givenIn = (source: Source): [string, string][] =>
  Object.entries(source).flatMap(([name, value]) => {
    const text = value?.trim();
    return text ? [[name, text]] : [];
  });

function readSecret(path: string): { content: string } | { problem: string } {
  try {
    const content = readFileSync(inServiceFolder(path), 'utf8').trim();
    // An empty secret would silently mean the default of development.
    if (content === '') {
      return { problem: 'the file is empty' };
    }
    return { content };
  } catch (error) {
    return { problem: `the file can't be read (${codeOf(error) ?? 'unknown'})` };
  }
}

/** Files for systemd and compose need quotes. `docker run --env-file` keeps them. */
const inQuotes = /^(['"]).*\1$/s;

/**
 * Collects settings from the environment and from files that it names. Problems
 * show neither the path nor the content, because either may be the secret itself.
 */
export function gather(source: Source): Given {
  const given: Given = { values: {}, origins: new Map(), problems: new Map() };
  const take = (entries: [string, string][], origin: Origin) => {
    for (const [name, value] of entries) {
      given.values[name] = value;
      given.origins.set(name, origin);
    }
  };
  take(givenIn(source), 'environment');
  for (const { name, secret } of settings) {
    const fileSetting = fileSettingOf(name);
    const path = secret && given.values[fileSetting];
    if (!path) continue;
    const read =
      given.values[name] === undefined
        ? readSecret(path)
        : { problem: `${name} is set too: keep only one` };
    if ('content' in read) take([[name, read.content]], 'file');
    else given.problems.set(name, `${fileSetting} is not valid: ${read.problem}`);
  }
  for (const { name } of settings) {
    if (!inQuotes.test(given.values[name] ?? '')) continue;
    delete given.values[name];
    given.problems.set(name, `${name} is not valid: remove the quotes around it`);
  }
  return given;
}
