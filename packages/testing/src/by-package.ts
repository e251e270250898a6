import { statSync } from 'node:fs';
import { relative } from 'node:path';
import {
  BaseSequencer,
  type Reporter,
  type TestModule,
  type TestSpecification,
} from 'vitest/node';

type File = { path: string; bytes: number };

/** Such as `packages/db`, from a path in the repository. */
const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/**
 * They collect all garbage, which takes seconds in a process that has run many files.
 */
const collecting = /\/(fairness\/memory|pages\/overload)\.test\.ts$/;

/**
 * Files that collect garbage first. Then the largest package, and its largest file:
 * short files run last.
 */
function longestFirst<T extends File>(files: readonly T[]): T[] {
  const sizes = new Map<string, number>();
  for (const { path, bytes } of files) {
    const name = packageOf(path);
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  }
  const sizeOf = ({ path }: File): number => sizes.get(packageOf(path)) ?? 0;
  return files.toSorted(
    (one, other) =>
      Number(collecting.test(other.path)) - Number(collecting.test(one.path)) ||
      sizeOf(other) - sizeOf(one) ||
      packageOf(one.path).localeCompare(packageOf(other.path)) ||
      other.bytes - one.bytes,
  );
}

export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = specifications.map((specification) => ({
      specification,
      path: relative(this.ctx.config.root, specification.moduleId),
      bytes: statSync(specification.moduleId).size,
    }));
    return longestFirst(files).map(({ specification }) => specification);
  }
}

type Tally = { waiting: number; tests: number; failed: number; since: number };

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;

/**
 * Writes a line for each package at its end, and one for each test that needed a second
 * try, with its first error: such a test has a fault, or has found one. Another reporter
 * shows failures.
 */
export class LineAPackage implements Reporter {
  readonly #tallies = new Map<string, Tally>();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) {
      this.#tallyOf(moduleId).waiting += 1;
    }
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#tallyOf(moduleId).since ||= performance.now();
  }

  onTestModuleEnd(module: TestModule): void {
    const tally = this.#tallyOf(module.moduleId);
    tally.waiting -= 1;
    tally.tests += [...module.children.allTests()].length;
    tally.failed += [...module.children.allTests('failed')].length;
    for (const test of module.children.allTests()) {
      if ((test.diagnostic()?.retryCount ?? 0) > 0) {
        const file = relative(process.cwd(), module.moduleId);
        const reason = test.result().errors?.[0]?.message ?? '';
        const line = reason.replaceAll(/\s+/g, ' ').slice(0, 500);
        process.stdout.write(`RETRIED: ${file} > ${test.fullName}: ${line}\n`);
      }
    }
    // A file that can't be loaded has no failed tests.
    if (module.state() === 'failed' && tally.failed === 0) {
      tally.failed = 1;
    }
    if (tally.waiting === 0) {
      process.stdout.write(`${this.#lineOf(module.moduleId, tally)}\n`);
    }
  }

  #lineOf(moduleId: string, { tests, failed, since }: Tally): string {
    const counts = `${tests} tests`.padStart(11);
    const time = seconds(performance.now() - since).padStart(6);
    const failures = failed === 0 ? '' : `  ${failed} failed`;
    return `${this.#nameOf(moduleId).padEnd(30)}${counts}${time}${failures}`;
  }

  #nameOf(moduleId: string): string {
    return packageOf(relative(process.cwd(), moduleId));
  }

  #tallyOf(moduleId: string): Tally {
    const name = this.#nameOf(moduleId);
    const tally = this.#tallies.get(name) ?? {
      waiting: 0,
      tests: 0,
      failed: 0,
      since: 0,
    };
    this.#tallies.set(name, tally);
    return tally;
  }
}
