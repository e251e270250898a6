import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isLetter } from './keyboard.ts';

const handlesKeys = /KeyboardEvent|onKey(Down|Up|Press)|['"`]key(down|up|press)['"`]/;

const tellsKey = new Set(['key', 'code', 'keyCode', 'which', 'isComposing']);

/**
 * The property that an expression reads: by dot, by brackets or by destructuring.
 */
function propertyOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
    return node.argumentExpression.text;
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    return (node.propertyName ?? node.name).getText();
  }
  return undefined;
}

/** Whether a file handles key events and checks the key itself. */
function readsKeys(text: string): boolean {
  const reads = (node: ts.Node): boolean =>
    tellsKey.has(propertyOf(node) ?? '') || ts.forEachChild(node, reads) === true;
  const parse = () =>
    ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return handlesKeys.test(text) && reads(parse());
}

describe('the key of an event', () => {
  it('is read in only one file: others would forget input methods', () => {
    const files = globSync('**/*.{ts,tsx}', {
      cwd: import.meta.dirname,
      exclude: ['**/*.test.*', 'testing/**'],
    });
    const readers = files.filter((file) =>
      readsKeys(readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
    expect(readers).toEqual(['keyboard.ts']);
  });

  it.each([
    ['onKeyDown={(event) => event.key === "Enter" && send()}'],
    ['onKeyDown={({ key }) => key === "Enter" && send()}'],
    ['onKeyUp={({ shiftKey, code: pressed }) => go(pressed)}'],
    ['onKeyDown={(event) => event["key"] === "Enter" && send()}'],
  ])('is read by %s', (handler) => {
    expect(readsKeys(`const a = <input ${handler} />;`)).toBe(true);
  });

  it('is not read by a handler that calls `pressed`', () => {
    const handler = '(event) => pressed(event) === "Enter" && send()';
    expect(readsKeys(`const a = <li key={1} onKeyDown={${handler}} />;`)).toBe(false);
  });
});

it.each([
  ['h', true],
  ['g p', true],
  ['Shift+x', true],
  ['[Shift]+?', true],
  ['[Shift]+/', true],
  ['$mod+k', false],
  ['Control+k', false],
  ['Escape', false],
  ['Enter', false],
])('%s is a shortcut by characters: %s', (keys, is) => {
  expect(isLetter(keys)).toBe(is);
});
