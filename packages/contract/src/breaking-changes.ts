import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { metReason, type MetReason, readMetReasons } from './met-reasons.ts';
import { configuration, redocly } from './redocly.ts';

const Enum = z.object({ value: z.array(z.json()) });

const Change = z.object({
  path: z.string(),
  impact: z.string(),
  property: z.string().optional(),
  verdicts: z.array(
    z.object({ ruleId: z.string(), impact: z.string(), message: z.string() }),
  ),
  base: z.unknown().optional(),
  revision: z.unknown().optional(),
});

type Change = z.infer<typeof Change>;

const Report = z.object({ changes: z.array(Change) });

/** Errors have their reason as a constant. */
const isReason = ({ path }: Change) => path.endsWith('/properties/reason');

/** New features bring new reasons, and clients are told to expect that. */
const isNewReason = (change: Change) =>
  isReason(change) &&
  change.verdicts.every(({ ruleId }) => ruleId === 'enum-values-added');

const narrowed =
  /^(.*\/requestBody\/.*\/(?:x|telegram|website|discord|walletAddress|farcasterId|coinbaseWallet|worldId))\/anyOf\/\d$/;

/** A text that may be null, which clears it. */
const SaysText = z.object({
  anyOf: z
    .array(z.object({ type: z.enum(['string', 'null']) }))
    .refine((kinds) => kinds.some(({ type }) => type === 'null')),
});

/** The value at a JSON pointer (RFC 6901). */
const at = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (found: unknown, key) =>
        typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined,
      document,
    );

/**
 * The first document allowed any text for a link or an identity, but no version
 * accepted it. The narrower schema breaks nobody.
 */
function isCorrection({ path }: Change, revision: unknown): boolean {
  const value = narrowed.exec(path)?.[1];
  return value !== undefined && SaysText.safeParse(at(revision, value)).success;
}

/** A reason of an operation, in the form of the fuzzer's list. */
function reasonNamed({ path }: Change, reason: unknown): MetReason {
  const [, , template = '', method = '', , status = ''] = path.split('/');
  const operation = { method, path: template.replaceAll('~1', '/') };
  return metReason(operation, status, String(reason));
}

/**
 * Redocly calls lost values harmless, but a client would wait for them for ever.
 * The baseline gives each operation every reason. A reason that never came may
 * disappear.
 */
function lostValues(change: Change, met: ReadonlySet<MetReason>): string[] {
  const { path, property, base, revision } = change;
  const before = Enum.safeParse(base);
  const after = Enum.safeParse(revision);
  if (
    property !== 'enum' ||
    !path.includes('/responses/') ||
    !before.success ||
    !after.success
  ) {
    return [];
  }
  const left = new Set(after.data.value);
  const lost = before.data.value.filter(
    (value) =>
      !left.has(value) && (!isReason(change) || met.has(reasonNamed(change, value))),
  );
  return lost.map((value) => `${path}: ${JSON.stringify(value)} is no longer answered.`);
}

function breaksIn(
  change: Change,
  revision: unknown,
  met: ReadonlySet<MetReason>,
): string[] {
  const verdicts = change.verdicts.filter(({ impact }) => impact === 'major');
  const broken =
    change.impact === 'major' && !isNewReason(change) && !isCorrection(change, revision);
  return [
    ...(broken ? verdicts.map(({ message }) => `${change.path}: ${message}`) : []),
    ...lostValues(change, met),
  ];
}

const Schemas = z.object({
  components: z.object({ schemas: z.record(z.string(), z.json()) }),
});

const Whole = z.looseObject({
  properties: z.record(z.string(), z.json()).default({}),
  required: z.array(z.string()).default([]),
});

const Narrowed = z.object({ allOf: z.tuple([z.object({ $ref: z.string() }), Whole]) });

/** Merges narrowed schemas into one, because Redocly ignores `allOf`. */
function withoutNarrowing(text: string): string {
  const { schemas } = Schemas.parse(JSON.parse(text)).components;
  const whole = (value: unknown): unknown => {
    const { data } = Narrowed.safeParse(value);
    if (!data) {
      return value;
    }
    const [{ $ref }, narrowing] = data.allOf;
    const general = Whole.parse(schemas[$ref.replace(/^.*\//, '')]);
    const properties = { ...general.properties, ...narrowing.properties };
    return { ...general, properties };
  };
  return JSON.stringify(JSON.parse(text, (_key, value: unknown) => whole(value)));
}

/** The differences, by Redocly. */
async function compare(baseline: string, revision: string): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), 'namecard-breaking-'));
  try {
    const copies = [
      join(folder, 'baseline.json'),
      join(folder, 'revision.json'),
    ] as const;
    await writeFile(copies[0], withoutNarrowing(await readFile(baseline, 'utf8')));
    await writeFile(copies[1], withoutNarrowing(await readFile(revision, 'utf8')));
    const options = ['--format', 'json', '--config', configuration];
    const { stdout, stderr } = await redocly('diff', ...copies, ...options);
    if (stdout === '') {
      throw new Error(stderr);
    }
    return Report.parse(JSON.parse(stdout)).changes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * What a client of the first document can't do with the second, one line each:
 * removed parts, and parts that accept or promise less. Additions don't count.
 * @throws if a file is not an OpenAPI document
 */
export async function breakingChanges(
  baseline: string,
  revision: string,
): Promise<string[]> {
  const met = await readMetReasons();
  try {
    const document: unknown = JSON.parse(await readFile(revision, 'utf8'));
    const changes = await compare(baseline, revision);
    return changes.flatMap((change) => breaksIn(change, document, met));
  } catch (cause) {
    throw new Error('The documents could not be compared', { cause });
  }
}
