import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const inRepository = (file: string) =>
  fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** The committed documents, and the promise of version 1.0.0. */
export const files = {
  public: inRepository('openapi.json'),
  moderation: inRepository('openapi.moderation.json'),
  baseline: inRepository('openapi.baseline.json'),
};

const Named = z.record(z.string(), z.json());

const Parts = z.looseObject({
  tags: z.array(z.json()),
  paths: Named,
  components: z.object({
    schemas: Named,
    responses: Named,
    headers: Named,
    securitySchemes: Named,
  }),
});

const partsOf = async (path: string) =>
  Parts.parse(JSON.parse(await readFile(path, 'utf8')));

/** Both documents as one, for tests of all operations. */
export async function readWhole(): Promise<string> {
  const ours = await partsOf(files.public);
  const staffs = await partsOf(files.moderation);
  const [some, others] = [ours.components, staffs.components];
  const whole = {
    ...ours,
    tags: [...ours.tags, ...staffs.tags],
    paths: { ...ours.paths, ...staffs.paths },
    components: {
      schemas: { ...others.schemas, ...some.schemas },
      responses: { ...others.responses, ...some.responses },
      headers: { ...others.headers, ...some.headers },
      securitySchemes: some.securitySchemes,
    },
  };
  return JSON.stringify(whole, null, 2);
}
