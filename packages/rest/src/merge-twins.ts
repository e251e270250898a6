import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from './tidy-schema.ts';

type Document = { schemas: JsonObject; paths: Json };

const place = '#/components/schemas/';

/**
 * The generator writes a schema that serves both input and output twice, the second
 * time as `NameOutput` and closed to further keys. Where that is the only difference
 * both become `Name`, the open form, which is true of either. Takes and gives back
 * the schemas and any JSON that refers to them.
 */
export function mergeTwins({ schemas, paths }: Document): Document {
  const twins = alikeTwins(schemas);
  const kept = Object.entries(schemas).filter(([name]) => !twins.has(name));
  return { schemas: rename(Object.fromEntries(kept), twins), paths: renameJson(paths, twins) };
}

/** From the name of each superfluous twin to the name it was given. */
function alikeTwins(schemas: JsonObject): Map<string, string> {
  const candidates = Object.keys(schemas).filter((name) => Object.hasOwn(schemas, `${name}Output`));
  let twins = new Map(candidates.map((name) => [`${name}Output`, name]));
  // Each one that turns out to differ takes those with it that refer to it.
  for (;;) {
    const alike = new Map([...twins].filter((twin) => isAlike(schemas, twin, twins)));
    if (alike.size === twins.size) {
      return twins;
    }
    twins = alike;
  }
}

function isAlike(
  schemas: JsonObject,
  [twin, name]: [string, string],
  twins: Map<string, string>,
): boolean {
  return isDeepStrictEqual(
    renameJson(opened(schemas[twin] ?? null), twins),
    renameJson(opened(schemas[name] ?? null), twins),
  );
}

/** The schema as it would be for input, where further keys are allowed and ignored. */
function opened(json: Json): Json {
  if (Array.isArray(json)) {
    return json.map(opened);
  }
  if (!isObject(json)) {
    return json;
  }
  const entries = Object.entries(json)
    .filter(([key, value]) => key !== 'additionalProperties' || value !== false)
    .map(([key, value]) => [key, opened(value)]);
  return Object.fromEntries(entries);
}

function renameJson(json: Json, names: Map<string, string>): Json {
  if (Array.isArray(json)) {
    return json.map((item) => renameJson(item, names));
  }
  return isObject(json) ? rename(json, names) : json;
}

function rename(object: JsonObject, names: Map<string, string>): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' ? renamed(value, names) : renameJson(value, names),
  ]);
  return Object.fromEntries(entries);
}

function renamed(reference: string, names: Map<string, string>): string {
  const name = names.get(reference.replace(place, ''));
  return name === undefined ? reference : place + name;
}
