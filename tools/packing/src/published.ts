import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from './repository.ts';

/** Their own manifests are private, so npm can't publish sources. */
export const publishedFolders = ['client', 'rest'] as const;

/** Of all packages: the first Node whose `require` loads modules, as Fastify's needs. */
export const lowestNode = '22.12.0';

export type Directory = (typeof publishedFolders)[number];

const Versions = z.record(z.string(), z.string()).default({});

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  /** The source file of each entry, as the workspace uses it. */
  exports: z.record(z.string(), z.templateLiteral(['./src/', z.string(), '.ts'])),
  dependencies: Versions,
  peerDependencies: Versions,
  peerDependenciesMeta: z.record(z.string(), z.unknown()).optional(),
});

export type Published = z.infer<typeof Manifest> & {
  directory: Directory;
  folder: string;
  /** Sources by their name in `dist`: `{ index: './src/index.ts' }`. */
  entries: Record<string, string>;
};

const entryName = (entry: string) => (entry === '.' ? 'index' : entry.slice('./'.length));

export async function readPublished(directory: Directory): Promise<Published> {
  const folder = join(repository, 'packages', directory);
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const manifest = Manifest.parse(JSON.parse(text));
  const entries = Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, source]) => [entryName(entry), source]),
  );
  return { ...manifest, directory, folder, entries };
}

/** The tested version and later compatible ones. A range stays as it is. */
const compatible = (versions: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      name,
      /^\d/.test(version) ? `^${version}` : version,
    ]),
  );

/** The manifest in the package, without parts of the workspace. */
export function packedManifest(published: Published) {
  const { name, version, description, keywords, exports: sources } = published;
  const built = Object.keys(sources).map((entry) => {
    const file = `./dist/${entryName(entry)}`;
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
  });
  return {
    name,
    version,
    description,
    keywords,
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: `>=${lowestNode}` },
    // For Metro, which read no `exports` before React Native 0.79.
    main: './dist/index.js',
    exports: { ...Object.fromEntries(built), './package.json': './package.json' },
    files: ['dist'],
    dependencies: compatible(published.dependencies),
    peerDependencies: compatible(published.peerDependencies),
    peerDependenciesMeta: published.peerDependenciesMeta,
  };
}
