import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageOf, notesOf } from './release.ts';
import { repository } from './repository.ts';

const read = (path: string) => readFile(join(repository, path), 'utf8');

describe('a release', () => {
  it('has only the notes of its version', () => {
    const changelog = '# Changelog\n\n## [1.1.0] - today\n\n- b\n\n## [1.0.0]\n\n- a\n';
    expect(notesOf(changelog, '1.1.0')).toBe('- b\n');
    expect(notesOf(changelog, '1.0.0')).toBe('- a\n');
    expect(() => notesOf(changelog, '2.0.0')).toThrow('write it first');
  });

  it('has notes for the next version', async () => {
    const { version }: { version: string } = JSON.parse(
      await read('apps/api/package.json'),
    );
    expect(notesOf(await read('CHANGELOG.md'), version)).toContain('- ');
  });

  it('has an image that needs nothing of the repository', async () => {
    const image = imageOf(await read('deploy/Dockerfile'));
    expect(image).toMatch(/^ARG .*\n.*\n\nFROM \$BASE_IMAGE AS base\n/);
    expect(image).toContain('COPY . /namecard');
    expect(image).not.toContain('--from=');
  });
});
