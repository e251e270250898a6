import type { File } from './visit.ts';

/** What is stored about a person. */
export const dataFile = ({ data }: { data: unknown }): File => ({
  file: 'my-data.json',
  type: 'application/json',
  text: `${JSON.stringify(data, null, 2)}\n`,
});
