import type { Side } from './sides.ts';
import type { Work } from './works.ts';

/** Values that differ in each call. */
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const identifiers = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Headers that differ in each answer. Only their presence counts. */
const ownValues = new Set(['date', 'x-request-id', 'etag', 'content-length']);

/** Status, headers and body without values that differ in each call. */
async function answerOf({ origin, people }: Side, { requestOf }: Work): Promise<string> {
  const [person] = people;
  if (!person || !requestOf) return '';
  const { method, path, headers, body } = requestOf(person, 0);
  const response = await fetch(`${origin}${path}`, {
    method,
    // The same encoding as the load.
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body !== undefined && { body }),
  });
  const names = [...response.headers].map(([name, value]) =>
    ownValues.has(name) ? name : `${name}: ${value}`,
  );
  const text = await response.text();
  const alike = text
    .replaceAll(instants, 'an instant')
    .replaceAll(identifiers, 'an identifier');
  return [response.status, ...names.toSorted(), alike].join('\n');
}

/** Fails unless both sides answer alike. Otherwise a comparison means nothing. */
export async function requireSameAnswers(
  [ours, hand]: readonly Side[],
  works: readonly Work[],
): Promise<void> {
  if (!ours || !hand) return;
  for (const work of works) {
    const [our, theirs] = [await answerOf(ours, work), await answerOf(hand, work)];
    if (our !== theirs) {
      throw new Error(
        `${ours.name} and ${hand.name} differ in ${work.name}:\n${our}\n\n${theirs}`,
      );
    }
  }
}
