import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The admin app's built files. Their names carry a hash of their content, all but the page's own. */
export const adminFiles = fileURLToPath(new URL('../../../admin/dist/', import.meta.url));

export const isAdminBuilt = (files = adminFiles): boolean =>
  existsSync(join(files, 'index.html'));

/** What whoever wants the admin app has to know where it is not built. */
export const adminIsMissing =
  'The admin app is not built, and all else is served: run "npm run build", which takes the development dependencies, and start again.';
