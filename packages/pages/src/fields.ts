import { randomUUID } from 'node:crypto';
import { type Markup, markup } from '@namecard/look';
import type { Failure } from './failure.ts';

type Field = {
  name: string;
  label: string;
  value: string;
  hint?: string;
};

type Line = Field & {
  autocomplete?: string;
  inputmode?: 'email' | 'url' | 'text';
  required?: boolean;
  maxlength?: number;
  /** Whether it is for people's names and places, which begin with a capital. */
  isName?: boolean;
};

const nothing = markup``;

/** Hint and message of a field, and the attributes that connect them with it. */
function besides({ name, hint }: Field, failure: Failure | undefined) {
  const wrong = failure?.fields?.[name];
  const focus = failure?.first === name ? markup` autofocus` : nothing;
  const described = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean);
  return {
    hint: hint ? markup`<p class="note" id="${name}-hint">${hint}</p>` : nothing,
    wrong: wrong ? markup`<p class="wrong" id="${name}-wrong">${wrong}</p>` : nothing,
    tie:
      described.length > 0 ? markup` aria-describedby="${described.join(' ')}"` : nothing,
    invalid: wrong ? markup` aria-invalid="true"${focus}` : nothing,
  };
}

/** Nothing corrects it: it is for names, addresses, links and codes. */
export function lineField(field: Line, failure?: Failure): Markup {
  const { hint, wrong, tie, invalid } = besides(field, failure);
  const { name, autocomplete = 'off', inputmode = 'text' } = field;
  const required = field.required ? markup` required` : nothing;
  const longest = field.maxlength ? markup` maxlength="${field.maxlength}"` : nothing;
  return markup`<div class="field"><label for="${name}">${field.label}</label>
${hint}<input id="${name}" name="${name}" value="${field.value}"
  autocomplete="${autocomplete}" inputmode="${inputmode}"
  autocapitalize="${field.isName ? 'words' : 'none'}"
  autocorrect="off" spellcheck="false"${required}${longest}${tie}${invalid}>
${wrong}</div>`;
}

export const emailField = (field: Line, failure?: Failure): Markup =>
  lineField({ ...field, autocomplete: 'email', inputmode: 'email' }, failure);

/** For a mailed code. */
export const codeField = (field: Field, failure?: Failure): Markup =>
  lineField({ ...field, autocomplete: 'one-time-code', required: true }, failure);

/** Browsers drop a line break after the tag. The text may begin with one. */
export function textField(field: Field, failure?: Failure): Markup {
  const { hint, wrong, tie, invalid } = besides(field, failure);
  const { name } = field;
  return markup`<div class="field"><label for="${name}">${field.label}</label>
${hint}<textarea id="${name}" name="${name}" rows="5"${tie}${invalid}>
${field.value}</textarea>
${wrong}</div>`;
}

type Choices = Omit<Field, 'hint'> & { choices: Readonly<Record<string, string>> };

export function choiceField(field: Choices, failure?: Failure): Markup {
  const { name } = field;
  const { wrong, tie, invalid } = besides(field, failure);
  const choices = Object.entries(field.choices).map(([value, label], index) => {
    const checked = value === field.value ? markup` checked` : nothing;
    const first = index === 0 ? invalid : nothing;
    return markup`<div class="choice"><input type="radio" id="${name}-${value}"
  name="${name}" value="${value}"${checked}${first}>
<label for="${name}-${value}">${label}</label></div>`;
  });
  return markup`<fieldset class="field"${tie}><legend>${field.label}</legend>
${wrong}${choices}</fieldset>`;
}

export const checkField = (name: string, label: string, isChecked: boolean): Markup =>
  markup`<div class="choice"><input type="checkbox" id="${name}" name="${name}" value="yes"${isChecked ? markup` checked` : ''}>
<label for="${name}">${label}</label></div>`;

type Group = { id: string; label: string; hint: string };

/** Fields with one name and one hint. */
export const fieldGroup = (
  { id, label, hint }: Group,
  fields: readonly Markup[],
): Markup =>
  markup`<fieldset aria-describedby="${id}-hint"><legend class="group">${label}</legend>
<p class="note" id="${id}-hint">${hint}</p>
${fields}</fieldset>`;

/** @param button what the search does, in a word */
export const searchForm = (action: string, field: Markup, button: string): Markup =>
  markup`<form class="search" method="get" action="${action}" role="search">
${field}
<button class="quiet">${button}</button>
</form>`;

export const hiddenField = (name: string, value: string): Markup =>
  markup`<input type="hidden" name="${name}" value="${value}">`;

/**
 * Names the page of a form that works once: the same from somebody else, or from another
 * page, is no second press.
 */
export const pageField = (): Markup => hiddenField('page', randomUUID());

export type Form = {
  action: string;
  fields?: Markup;
  button: string;
  /** For screen readers, if other buttons on the page have the same text. */
  label?: string;
  kind?: 'quiet' | 'harm' | '';
};

/** `novalidate`: only the service checks, and shows errors beside the fields. */
export const formOf = ({ action, fields, button, label, kind = '' }: Form): Markup => {
  const named = label ? markup` aria-label="${label}"` : nothing;
  return markup`<form method="post" action="${action}" novalidate>
${fields ?? nothing}
<button class="${kind}"${named}>${button}</button>
</form>`;
};
