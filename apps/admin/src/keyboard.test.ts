import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { digitOf, isLetter, keysOf } from './keyboard.ts';

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
  ['?', true],
  ['$mod+k', false],
  ['Escape', false],
  ['Enter', false],
  ['Space', true],
  ['1–6', true],
])('%s is a shortcut by characters: %s', (keys, is) => {
  expect(isLetter(keys)).toBe(is);
});

const modifiers = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

describe('a key means a digit', () => {
  it.each([
    { board: 'English', key: '1', code: 'Digit1' },
    { board: 'French', key: '&', code: 'Digit1' },
    { board: 'Czech', key: '+', code: 'Digit1' },
    { board: 'Lithuanian', key: 'ą', code: 'Digit1' },
    { board: 'French, with Shift', key: '1', code: 'Digit1', held: { shiftKey: true } },
    { board: 'Lithuanian, with AltGr', key: '1', code: 'Digit1', isAltGr: true },
    {
      board: 'Lithuanian, with AltGr on Windows',
      key: '1',
      code: 'Digit1',
      held: { ctrlKey: true, altKey: true },
      isAltGr: true,
    },
    { board: 'numeric', key: '1', code: 'Numpad1' },
  ])('on a keyboard: $board', ({ key, code, held, isAltGr = false }) => {
    const getModifierState = () => isAltGr;
    expect(digitOf({ key, code, ...modifiers, ...held, getModifierState })).toBe(1);
  });

  it.each([
    { what: 'Shift', key: '!', code: 'Digit1', held: { shiftKey: true } },
    { what: 'Ctrl', key: '1', code: 'Digit1', held: { ctrlKey: true } },
    { what: 'Ctrl, French', key: '&', code: 'Digit1', held: { ctrlKey: true } },
    { what: 'Alt', key: '1', code: 'Digit1', held: { altKey: true } },
    { what: '⌘', key: '1', code: 'Digit1', held: { metaKey: true } },
    { what: 'AltGr', key: '¡', code: 'Digit1', isAltGr: true },
    {
      what: 'AltGr on Windows',
      key: '¡',
      code: 'Digit1',
      held: { ctrlKey: true, altKey: true },
      isAltGr: true,
    },
    { what: 'another row', key: 'a', code: 'KeyA' },
    { what: 'the numeric pad without NumLock', key: 'End', code: 'Numpad1' },
  ])('but not with $what', ({ key, code, held, isAltGr = false }) => {
    const getModifierState = () => isAltGr;
    expect(digitOf({ key, code, ...modifiers, ...held, getModifierState })).toBe(
      undefined,
    );
  });
});

it.each([
  ['h', { key: 'h', code: 'KeyH' }],
  ['h', { key: 'H', code: 'KeyH' }],
  ['Shift+x', { key: 'X', code: 'KeyX', shiftKey: true }],
  ['?', { key: '?', code: 'Slash', shiftKey: true }],
  ['/', { key: '/', code: 'Digit7', shiftKey: true }],
  ['Space', { key: ' ', code: 'Space' }],
  ['$mod+k', { key: 'k', code: 'KeyK', ctrlKey: true }],
  ['j', { key: 'о', code: 'KeyJ' }],
  ['$mod+k', { key: 'л', code: 'KeyK', ctrlKey: true }],
  [undefined, { key: 'h', code: 'KeyH', altKey: true }],
  [undefined, { key: 'h', code: 'KeyH', ctrlKey: true, shiftKey: true }],
])('%s is the shortcut of %o', (keys, event) => {
  const getModifierState = () => false;
  expect(keysOf({ ...modifiers, ...event, getModifierState })).toBe(keys);
});

it('opens nothing late: code comes only with the sign-in, the frame or a page', () => {
  const importers = globSync('**/*.{ts,tsx}', {
    cwd: import.meta.dirname,
    exclude: ['**/*.test.*', 'testing/**'],
  }).filter((file) =>
    /\bimport\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(importers.toSorted()).toEqual(['root.tsx', 'router.tsx']);
});
