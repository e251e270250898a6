import { readFileSync } from 'node:fs';
import { codeOf } from './error-code.ts';
import { settings } from './schema.ts';

export type Source = Record<string, string | undefined>;

/** Where a value comes from; what comes from nowhere is a default. */
export type Origin = 'environment' | 'file' | 'default';

export type Given = {
  values: Record<string, string>;
  origins: Map<string, Origin>;
  /** What is wrong with the files that should hold secrets, a line for each setting. */
  problems: Map<string, string>;
};

/** The setting that says which file holds a secret. */
export const fileSettingOf = (name: string) => `${name}_FILE`;

/** An empty value is an unset one. */
const givenIn = (source: Source): [string, string][] =>
  Object.entries(source).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );

/** The file's content without the newline that editors leave at its end, or what is wrong. */
function readSecret(path: string): { content: string } | { problem: string } {
  try {
    const content = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    // In the place of what the secret protects there would be what development has.
    if (content === '') {
      return { problem: 'the file is empty' };
    }
    return { content };
  } catch (error) {
    return { problem: `the file can't be read (${codeOf(error) ?? 'unknown'})` };
  }
}

/**
 * The settings that are given by the environment, and by files that it names. Problems show neither a path nor a content:
 * either may be the secret itself.
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
        : { problem: `${name} is given as well, and one of the two is enough` };
    if ('content' in read) take([[name, read.content]], 'file');
    else given.problems.set(name, `${fileSetting} is not valid: ${read.problem}`);
  }
  return given;
}
