import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { dataProtectionPage } from './page.ts';

it('docs/run/data-protection.md agrees with the entities; npm run documents writes it', async () => {
  const path = new URL('../../../../docs/run/data-protection.md', import.meta.url);
  expect(await readFile(path, 'utf8')).toBe(dataProtectionPage());
});
