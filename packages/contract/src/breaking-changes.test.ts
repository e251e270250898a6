import { beforeAll, describe, expect, it } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import { files } from './committed.ts';
import { withEdited, type Edit } from './testing/changed-document.ts';

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

type Break = { what: string; edits: Edit[]; found: string };

/** Edits of one document, each in another place. One comparison finds them all. */
const together: readonly (readonly Break[])[] = [
  [
    {
      what: 'a removed path',
      edits: [{ at: ['paths', '/profiles/walk'], to: undefined }],
      found: 'Path `/profiles/walk` was removed',
    },
    {
      what: 'a removed field of an answer',
      edits: [
        { at: [...profile, 'properties', 'about'], to: undefined },
        {
          at: [...profile, 'required'],
          to: ['username', 'socials', 'location', 'hidden'],
        },
      ],
      found: 'Property `about` of `Profile` was removed',
    },
    {
      what: 'a field of an answer that may be null from now on',
      edits: [
        { at: [...profile, 'properties', 'username', 'type'], to: ['string', 'null'] },
      ],
      found: 'Type of `username` widened',
    },
    {
      what: 'a new required parameter',
      edits: [
        {
          at: [...list, 'parameters', 4],
          to: { name: 'region', in: 'query', required: true, schema: text },
        },
      ],
      found: 'Required `region` query parameter was added',
    },
    {
      what: 'a lower maximum',
      edits: [{ at: [...list, 'parameters', 1, 'schema', 'maximum'], to: 50 }],
      found: "Upper bound changed from '<= 100' to '<= 50'",
    },
    {
      what: 'a lower maximum length',
      edits: [{ at: [...createBody, 'properties', 'referral', 'maxLength'], to: 100 }],
      found: "`maxLength` of `referral` changed from '256' to '100'",
    },
    {
      what: 'a link that can’t be removed by null any more',
      edits: [{ at: [...linkOfX, 'anyOf', 1], to: undefined }],
      found: 'anyOf/1: `anyOf` subschema of `x` was removed',
    },
  ],
  [
    {
      what: 'a removed operation',
      edits: [{ at: list, to: undefined }],
      found: 'Operation `GET /profiles` was removed',
    },
    {
      what: 'a field of an answer that may be missing from now on',
      edits: [{ at: [...profile, 'required', 0], to: undefined }],
      found: 'are no longer required: `username`',
    },
    {
      what: 'a new required field of a request',
      edits: [
        { at: [...createBody, 'properties', 'captcha'], to: text },
        { at: [...createBody, 'required'], to: ['username', 'referral', 'captcha'] },
      ],
      found: 'Properties became required: `captcha`',
    },
    {
      what: 'a narrower pattern',
      edits: [
        { at: [...createBody, 'properties', 'referral', 'pattern'], to: '^[a-z]+$' },
      ],
      found: '`pattern` of `referral` changed',
    },
    {
      what: 'a link of another type',
      edits: [{ at: [...linkOfX, 'anyOf', 0], to: { type: 'integer' } }],
      found: 'anyOf/0: `anyOf` subschema of `x` was removed',
    },
  ],
  [
    {
      what: 'a removed parameter',
      edits: [{ at: [...list, 'parameters', 0], to: undefined }],
      found: '`page` query parameter was removed',
    },
    {
      what: 'a list of the only allowed values in a request',
      edits: [{ at: [...createBody, 'properties', 'referral', 'enum'], to: ['friend'] }],
      found: "Enum of `referral` was set to 'friend'",
    },
    {
      what: 'another type in an answer',
      edits: [{ at: [...profile, 'properties', 'hidden', 'type'], to: 'string' }],
      found: "Type of `hidden` widened from 'boolean' to 'string'",
    },
    {
      what: 'a removed status',
      edits: [{ at: [...create, 'responses', '409'], to: undefined }],
      found: 'Response `409` was removed',
    },
    {
      what: 'a value that is no longer answered',
      edits: [{ at: [...roles, 1], to: undefined }],
      found: '"moderator" is no longer answered',
    },
    {
      what: 'an error without its message',
      edits: [{ at: [...errorBody, 'required', 0], to: undefined }],
      found: 'Properties are no longer required: `message`',
    },
    {
      what: 'a token where none was needed',
      edits: [
        { at: ['paths', '/auth/send-code', 'post', 'security'], to: [{ bearer: [] }] },
      ],
      found: 'Authentication became required',
    },
  ],
  [
    {
      what: 'a body without unknown fields',
      edits: [{ at: [...createBody, 'additionalProperties'], to: false }],
      found: "`additionalProperties` was set to 'false'",
    },
    {
      what: 'another type in a request',
      edits: [{ at: [...createBody, 'properties', 'referral', 'type'], to: 'integer' }],
      found: "Type of `referral` narrowed from 'string' to 'integer'",
    },
    {
      what: 'an answer without its headers',
      edits: [{ at: [...list, 'responses', '200', 'headers'], to: undefined }],
      found: 'All headers of response `200` were removed',
    },
    {
      what: 'a new role, which clients do not know',
      edits: [{ at: [...roles, 3], to: 'owner' }],
      found: "Enum of `role` gained values: 'owner'",
    },
    {
      what: 'a renamed reason',
      edits: [{ at: [...taken, 0], to: 'NAME_TAKEN' }],
      found: '"USERNAME_TAKEN" is no longer answered',
    },
    {
      what: 'another operation id',
      edits: [{ at: [...list, 'operationId'], to: 'profiles' }],
      found: "changed from 'listProfiles' to 'profiles'",
    },
  ],
];

describe.each(together)('breaks a client', (...breaks) => {
  let lines: string[];
  beforeAll(async () => {
    lines = await brokenBy(breaks.flatMap(({ edits }) => edits));
  });

  it.each(breaks)('$what', ({ found }) => {
    expect(lines).toContainEqual(expect.stringContaining(found));
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
    { at: [...refusals, '-'], to: 'REGION_UNKNOWN' },
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
