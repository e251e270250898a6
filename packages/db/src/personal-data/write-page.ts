import { writeFile } from 'node:fs/promises';
import { dataProtectionPage } from './page.ts';

const path = new URL('../../../../docs/run/data-protection.md', import.meta.url);

await writeFile(path, dataProtectionPage());
