import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { comment, readDescriptions } from './descriptions.ts';
import { typePrinter } from './print-type.ts';
import { repository } from './repository.ts';

const question = `
import type { AnyCallReason as Common, AppRouter, Reason as ServerReason } from '@namecard/router';
export type Record = AppRouter['_def']['record'];
export type Root = AppRouter['_def']['_config']['$types'];
export type Reason = ServerReason;
export type AnyCallReason = Common;
`;

type Router = { checker: ts.TypeChecker; typeOf: (name: string) => ts.Type };

/** The router's types as the compiler sees them. */
async function readRouter(folder: string): Promise<Router> {
  const path = join(folder, 'question.ts');
  await writeFile(path, question);
  const read = (file: string) => ts.sys.readFile(file);
  const { config } = ts.readConfigFile(join(repository, 'tsconfig.json'), read);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository);
  const program = ts.createProgram([path], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module ? checker.getExportsOfModule(module) : [];
  return {
    checker,
    typeOf: (name) => {
      const symbol = exported.find((one) => one.name === name);
      if (!symbol) {
        throw new Error(`The compiler does not find ${name}`);
      }
      return checker.getDeclaredTypeOfSymbol(symbol);
    },
  };
}

const kinds = new Map([
  ['"query"', 'TRPCQueryProcedure'],
  ['"mutation"', 'TRPCMutationProcedure'],
]);

/**
 * The router's type as a declaration that only needs `@trpc/server`: each
 * procedure's kind, input, output and errors. Context, schemas and implementation
 * are left out.
 * @param folder for a file that imports the types; it must resolve
 * `@namecard/router`
 */
export async function routerDeclaration(folder: string): Promise<string> {
  const { checker, typeOf } = await readRouter(folder);
  const descriptions = readDescriptions();
  const { print, declarations } = typePrinter(checker, descriptions.field);
  const errors = new Map<string, string>();

  function member(type: ts.Type, name: string): ts.Type | undefined {
    const symbol = checker.getPropertyOfType(type, name);
    return symbol && checker.getTypeOfSymbol(symbol);
  }

  function memberOf(type: ts.Type, name: string): ts.Type {
    const found = member(type, name);
    if (!found) {
      throw new Error(`${checker.typeToString(type)} has no ${name}`);
    }
    return found;
  }

  /** Errors that many procedures share are written once. */
  function errorsNamed(shape: ts.Type): string {
    const text = print(shape);
    const name = errors.get(text) ?? `Errors${errors.size + 1}`;
    errors.set(text, name);
    return name;
  }

  function printProcedure(definition: ts.Type): string {
    const kind = kinds.get(checker.typeToString(memberOf(definition, 'type')));
    if (kind === undefined) {
      throw new Error('The clients know queries and mutations alone');
    }
    const types = memberOf(definition, '$types');
    const input = print(memberOf(types, 'input'));
    const output = print(memberOf(types, 'output'));
    const errorShape = errorsNamed(memberOf(types, 'errorShape'));
    return `${kind}<{ meta: unknown; input: ${input}; output: ${output}; errorShape: ${errorShape} }>`;
  }

  function printRecord(record: ts.Type, path: readonly string[] = []): string {
    const entries = checker.getPropertiesOfType(record).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      const definition = member(type, '_def');
      const inner = [...path, property.name];
      const text = definition ? printProcedure(definition) : printRecord(type, inner);
      return `${comment(descriptions.procedure(inner.join('.')))}${property.name}: ${text};`;
    });
    return `{\n${entries.join('\n')}\n}`;
  }

  const record = printRecord(typeOf('Record'));
  const errorShape = errorsNamed(memberOf(typeOf('Root'), 'errorShape'));
  const named = [
    ...Array.from(declarations, ([name, { text }]) => `type ${name} = ${text};`),
    ...Array.from(errors, ([text, name]) => `type ${name} = ${text};`),
  ];
  return `import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
${named.join('\n')}
type Root = { ctx: object; meta: object; errorShape: ${errorShape}; transformer: false };
/** Every procedure of the service, with its input, its output and its errors. */
export type AppRouter = TRPCBuiltRouter<Root, ${record}>;
/** Why the service refuses a call. */
export type Reason = ${print(typeOf('Reason'))};
/** Those that are mistakes in a program, or failures on the way. */
export type AnyCallReason = ${print(typeOf('AnyCallReason'))};
`;
}
