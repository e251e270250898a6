import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../../../..');

const sources = 'packages/*/src/**/*.ts';
/** Statements of migrations run before the tests, on each server. */
const others = /\.test\.ts$|\/(testing|migrations)\/|\/migrate\.ts$/;

/** A statement in the source. */
export type Template = {
  /** Such as `packages/db/src/counts.ts:12`. */
  place: string;
  /** The text around its values and fragments, in this order. */
  texts: readonly string[];
};

/** `PREPARE` takes these. */
export const isStatement = /^\s*(--.*\n\s*)*(with|select|insert|update|delete|merge)\b/i;

function textsOf(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  const spans = template.templateSpans.map(({ literal }) => literal.text);
  return [template.head.text, ...spans];
}

function templatesIn(path: string): Template[] {
  const text = readFileSync(join(root, path), 'utf8');
  if (!text.includes('sql')) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: Template[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql') {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ place: `${path}:${line + 1}`, texts: textsOf(node.template) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter(({ texts }) => isStatement.test(texts[0] ?? ''));
}

let all: Template[] | undefined;

/** The statements that the product's source writes with `sql`. */
export const findTemplates = (): Template[] =>
  (all ??= globSync(sources, { cwd: root })
    .filter((path) => !others.test(path))
    .toSorted()
    .flatMap(templatesIn));

/** Whether a statement's text was made from the template. */
export function isFrom(statement: string, { texts }: Template): boolean {
  let position = 0;
  return texts.every((text) => {
    const found = statement.indexOf(text, position);
    position = found + text.length;
    return found !== -1;
  });
}

/** Whether the text is the template's whole statement, not one that contains it. */
export const isWholly = (statement: string, template: Template): boolean =>
  statement.startsWith(template.texts[0] ?? '') &&
  statement.endsWith(template.texts.at(-1) ?? '') &&
  isFrom(statement, template);
