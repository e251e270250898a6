import { readFileSync } from 'node:fs';
import { codeOf } from './error-code.ts';
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

/** An empty value counts as unset. */
const givenIn = (source: Source): [string, string][] =>
  Object.entries(source).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );

/** Drops the newline that editors add at the end. */
function readSecret(path: string): { content: string } | { problem: string } {
  try {
    const content = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    // An empty secret would silently mean the default of development.
    if (content === '') {
      return { problem: 'the file is empty' };
    }
    return { content };
  } catch (error) {
    return { problem: `the file can't be read (${codeOf(error) ?? 'unknown'})` };
  }
}

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
  return given;
}
