import { z } from 'zod';
import { configuration, redocly } from './redocly.ts';

const Enum = z.object({ value: z.array(z.json()) });

const Change = z.object({
  path: z.string(),
  impact: z.string(),
  property: z.string().optional(),
  verdicts: z.array(z.object({ ruleId: z.string(), impact: z.string(), message: z.string() })),
  base: z.unknown().optional(),
  revision: z.unknown().optional(),
});

type Change = z.infer<typeof Change>;

const Report = z.object({ changes: z.array(Change) });

/** Where an error says why, as a constant to switch on. */
const isReason = ({ path }: Change) => path.endsWith('/properties/reason');

/** New features bring new reasons, and clients are told that more may come. */
const isNewReason = (change: Change) =>
  isReason(change) && change.verdicts.every(({ ruleId }) => ruleId === 'enum-values-added');

const SaysText = z.object({ value: z.object({ type: z.literal('string') }).optional() });

const narrowed =
  /\/requestBody\/.*\/(?:x|telegram|website|discord|walletAddress|farcasterId|coinbaseWallet|worldId)\/anyOf\/\d$/;

/** The first document allowed any text for a link or an identity, and no version has taken any: saying so breaks nobody. */
const isCorrection = ({ path, base }: Change) =>
  narrowed.test(path) && SaysText.safeParse(base).success;

/** A client that waits for a value of an answer would wait for ever; Redocly takes this for harmless. */
function lostValues({ path, property, base, revision }: Change): string[] {
  const before = Enum.safeParse(base);
  const after = Enum.safeParse(revision);
  if (property !== 'enum' || !path.includes('/responses/') || !before.success || !after.success) {
    return [];
  }
  const left = new Set(after.data.value);
  const lost = before.data.value.filter((value) => !left.has(value));
  return lost.map((value) => `${path}: ${JSON.stringify(value)} is answered no more.`);
}

function breaksIn(change: Change): string[] {
  const verdicts = change.verdicts.filter(({ impact }) => impact === 'major');
  const broken = change.impact === 'major' && !isNewReason(change) && !isCorrection(change);
  return [
    ...(broken ? verdicts.map(({ message }) => `${change.path}: ${message}`) : []),
    ...lostValues(change),
  ];
}

/**
 * What a client of the one document can't do with the other any more, a line each: what was removed, and what takes or
 * promises less. Additions are none.
 * @throws where either file is no OpenAPI document
 */
export async function breakingChanges(baseline: string, revision: string): Promise<string[]> {
  const options = ['--format', 'json', '--config', configuration];
  const { stdout, stderr } = await redocly('diff', baseline, revision, ...options);
  try {
    return Report.parse(JSON.parse(stdout)).changes.flatMap(breaksIn);
  } catch (cause) {
    throw new Error(`The documents could not be compared: ${stderr}`, { cause });
  }
}
