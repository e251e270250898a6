import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { repository } from './repository.ts';
import { routerDeclaration } from './router-declaration.ts';

/**
 * Names procedures that only one side has, and procedures whose kind, input,
 * output or errors differ.
 */
const comparison = `
import type { AppRouter as Real, Reason as RealReason } from '@namecard/router';
import type { AppRouter as Printed, Reason as PrintedReason } from 'PRINTED';

type Definition = { $types: { input: unknown; output: unknown; errorShape: unknown }; type: string };
type Signature<Procedure> = Procedure extends { _def: infer Own extends Definition }
  ? [Own['$types']['input'], Own['$types']['output'], Own['$types']['errorShape'], Own['type']]
  : never;
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Differences<One, Other, Path extends string = ''> = {
  [Name in (keyof One | keyof Other) & string]: Name extends keyof One & keyof Other
    ? One[Name] extends { _def: Definition }
      ? Same<Signature<One[Name]>, Signature<Other[Name]>> extends true
        ? never
        : \`\${Path}\${Name}\`
      : Differences<One[Name], Other[Name], \`\${Path}\${Name}.\`>
    : \`\${Path}\${Name}\`;
}[(keyof One | keyof Other) & string];

type Found = Differences<Real['_def']['record'], Printed['_def']['record']>;
const none: Same<Found, never> = true;
const reasons: Same<RealReason, PrintedReason> = true;
const named: Found = 'nothing';
void [none, reasons, named];
`;

const modules = join(repository, 'packages/client/node_modules');

let declaration: string;
let findings: string[];

beforeAll(async () => {
  await mkdir(modules, { recursive: true });
  const folder = await mkdtemp(join(modules, '.types-'));
  try {
    declaration = routerDeclaration();
    const wrong = declaration.replace(
      /(input: \{ (?:\/\*\*.*\*\/\n)?email): string \}/,
      '$1: number }',
    );
    for (const [name, printed] of Object.entries({ right: declaration, wrong })) {
      await writeFile(join(folder, `${name}-router.d.ts`), printed);
      const source = comparison.replaceAll('PRINTED', `./${name}-router.d.ts`);
      await writeFile(join(folder, `${name}.ts`), source);
    }
    const errors = await compile(folder, ['right.ts', 'wrong.ts'], {
      skipLibCheck: true,
    });
    findings = errors.filter((error) => /^(right|wrong)\.ts/.test(error));
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a printed procedure is assignable to the real one, and the other way round', () => {
  expect(findings.filter((finding) => finding.startsWith('right'))).toEqual([
    `right.ts: TS2322: Type '"nothing"' is not assignable to type 'never'.`,
  ]);
});

it('a procedure that is printed wrong is named', () => {
  const found = findings.filter((finding) => finding.startsWith('wrong'));
  expect(found.join('\n')).toContain(`is not assignable to type '"auth.sendCode"'`);
});

it('procedures and fields say what they are', () => {
  expect(declaration).toContain('/** Send a sign-in code to an email address. ');
  expect(declaration).toMatch(
    /\/\*\* The session token, for `Authorization: Bearer`\. \*\/\ntoken: string/,
  );
  const procedures = declaration.match(/: TRPC(Query|Mutation)Procedure</g);
  const described = declaration.match(/\*\/\n\w+: TRPC(Query|Mutation)Procedure</g);
  expect(described).toHaveLength(procedures?.length ?? 0);
});

it('nothing of the implementation is printed', () => {
  expect(declaration).not.toMatch(/import\(|mikro|fastify|\bzod|Context|Deps/i);
  expect(declaration.match(/ from '[^']+'/g)).toEqual([` from '@trpc/server'`]);
});
