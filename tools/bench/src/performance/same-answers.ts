import type { Subject } from './measure.ts';
import { requestsOf, workloads } from './requests.ts';

/** What differs from one call to the next by its nature. */
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const identifiers = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Headers whose values belong to one answer; that they are there is compared all the same. */
const ownValues = new Set(['date', 'x-request-id', 'etag', 'content-length']);

async function answerOf({ side, size, people }: Subject, index: number): Promise<string> {
  const workload = workloads[index];
  const [first] = workload === undefined ? [] : requestsOf('service', { workload, size, people });
  if (first === undefined) {
    throw new Error('There is nothing to ask');
  }
  const { method, path, headers, body } = first.setupRequest?.(first) ?? first;
  const response = await fetch(`${side.origin}${path}`, {
    method,
    // As the load is: answers are not compressed for who does not ask for it.
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body !== undefined && { body }),
  });
  const names = [...response.headers].map(([name, value]) =>
    ownValues.has(name) ? name : `${name}: ${value}`,
  );
  const text = (await response.text())
    .replaceAll(instants, 'an instant')
    .replaceAll(identifiers, 'an identifier');
  return [response.status, ...names.toSorted(), text].join('\n');
}

/** Fails unless both sides answer every workload alike, in status, headers and body: else a comparison would mean nothing. */
export async function requireSameAnswers(one: Subject, other: Subject): Promise<void> {
  for (let index = 0; index < workloads.length; index += 1) {
    const [first, second] = [await answerOf(one, index), await answerOf(other, index)];
    if (first !== second) {
      throw new Error(
        `${one.side.name} and ${other.side.name} differ in ${workloads[index]}:\n${first}\n\n${second}`,
      );
    }
  }
}
