import { describe, expect, it } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import { files } from './committed.ts';
import { lengthOf, withEdited, type Edit } from './testing/changed-document.ts';

const json = ['content', 'application/json', 'schema'];
const create = ['paths', '/profiles', 'post'];
const createBody = [...create, 'requestBody', ...json];
const socials = [
  'paths',
  '/profiles/{username}/socials',
  'patch',
  'requestBody',
  ...json,
];
const linkOfX = [...socials, 'properties', 'socials', 'properties', 'x'];
const list = ['paths', '/profiles', 'get'];
const profile = ['components', 'schemas', 'Profile'];
const reasonOf = (response: string[]) => [
  ...response,
  ...json,
  'allOf',
  1,
  'properties',
  'reason',
  'enum',
];
const taken = reasonOf(['components', 'responses', 'UsernameTaken']);
const refusals = reasonOf([...create, 'responses', '403']);
const faults = reasonOf([...create, 'responses', '400']);
const errorBody = ['components', 'schemas', 'ErrorBody'];
const roles = [
  'components',
  'schemas',
  'Me',
  'properties',
  'data',
  'properties',
  'role',
  'enum',
];
const text = { type: 'string' };

const brokenBy = async (edits: Edit[]) =>
  withEdited(edits, async (path) => breakingChanges(files.public, path));

describe.concurrent('breaks a client', () => {
  it.each<[string, Edit[]]>([
    ['a removed operation', [{ at: list, to: undefined }]],
    ['a removed path', [{ at: ['paths', '/profiles/walk'], to: undefined }]],
    [
      'a removed field of an answer',
      [
        { at: [...profile, 'properties', 'about'], to: undefined },
        {
          at: [...profile, 'required'],
          to: ['username', 'socials', 'location', 'hidden'],
        },
      ],
    ],
    [
      'a field of an answer that may be missing from now on',
      [{ at: [...profile, 'required', 0], to: undefined }],
    ],
    [
      'a field of an answer that may be null from now on',
      [{ at: [...profile, 'properties', 'username', 'type'], to: ['string', 'null'] }],
    ],
    [
      'a new required field of a request',
      [
        { at: [...createBody, 'properties', 'captcha'], to: text },
        { at: [...createBody, 'required'], to: ['username', 'referral', 'captcha'] },
      ],
    ],
    [
      'a new required parameter',
      [
        {
          at: [...list, 'parameters', 4],
          to: { name: 'region', in: 'query', required: true, schema: text },
        },
      ],
    ],
    ['a removed parameter', [{ at: [...list, 'parameters', 0], to: undefined }]],
    [
      'a lower maximum length',
      [{ at: [...createBody, 'properties', 'referral', 'maxLength'], to: 100 }],
    ],
    [
      'a lower maximum',
      [{ at: [...list, 'parameters', 1, 'schema', 'maximum'], to: 50 }],
    ],
    [
      'a narrower pattern',
      [{ at: [...createBody, 'properties', 'referral', 'pattern'], to: '^[a-z]+$' }],
    ],
    [
      'a link that can’t be removed by null any more',
      [{ at: [...linkOfX, 'anyOf', 1], to: undefined }],
    ],
    [
      'a link of another type',
      [{ at: [...linkOfX, 'anyOf', 0], to: { type: 'integer' } }],
    ],
    [
      'a list of the only allowed values in a request',
      [{ at: [...createBody, 'properties', 'referral', 'enum'], to: ['friend'] }],
    ],
    [
      'a body without unknown fields',
      [{ at: [...createBody, 'additionalProperties'], to: false }],
    ],
    [
      'another type in a request',
      [{ at: [...createBody, 'properties', 'referral', 'type'], to: 'integer' }],
    ],
    [
      'another type in an answer',
      [{ at: [...profile, 'properties', 'hidden', 'type'], to: 'string' }],
    ],
    ['a removed status', [{ at: [...create, 'responses', '409'], to: undefined }]],
    [
      'an answer without its headers',
      [{ at: [...list, 'responses', '200', 'headers'], to: undefined }],
    ],
    ['a value that is no longer answered', [{ at: [...roles, 1], to: undefined }]],
    ['a renamed reason', [{ at: [...taken, 0], to: 'NAME_TAKEN' }]],
    [
      'an error without its message',
      [{ at: [...errorBody, 'required', 0], to: undefined }],
    ],
    ['a new role, which clients do not know', [{ at: [...roles, 3], to: 'owner' }]],
    ['another operation id', [{ at: [...list, 'operationId'], to: 'profiles' }]],
    [
      'a token where none was needed',
      [{ at: ['paths', '/auth/send-code', 'post', 'security'], to: [{ bearer: [] }] }],
    ],
  ])('%s', async (_name, edits) => {
    expect(await brokenBy(edits)).not.toEqual([]);
  });
});

it('breaks nobody by what it adds, raises, renames for people or never answered', async () => {
  const operation = {
    operationId: 'countProfiles',
    summary: 'Count profiles',
    security: [],
    responses: { 200: { description: 'Successful response' } },
  };
  const note = [
    { at: [...profile, 'properties', 'note'], to: text },
    { at: [...profile, 'required', 5], to: 'note' },
  ];
  const region = { name: 'region', in: 'query', schema: text };
  const harmless = [
    { at: ['paths', '/profiles/count'], to: { get: operation } },
    { at: [...createBody, 'properties', 'note'], to: text },
    ...note,
    { at: [...list, 'responses', '409'], to: { description: 'A conflict.' } },
    { at: [...list, 'parameters', 4], to: region },
    { at: [...createBody, 'properties', 'referral', 'maxLength'], to: 512 },
    { at: [...refusals, lengthOf(refusals)], to: 'REGION_UNKNOWN' },
    // MALFORMED_REQUEST, which no call ever got.
    { at: [...faults, 5], to: undefined },
    { at: [...list, 'summary'], to: 'List' },
  ];
  expect(await brokenBy(harmless)).toEqual([]);
});

it('keeps what the baseline of version 1.0.0 promised', async () => {
  expect(await breakingChanges(files.baseline, files.public)).toEqual([]);
});

it('fails on a file that is not a document', async () => {
  await expect(breakingChanges(files.public, import.meta.filename)).rejects.toThrow(
    'could not be compared',
  );
});
