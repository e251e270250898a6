import { type SocialNetwork, socialNetworks } from '@namecard/db';
import { z } from 'zod';
import { hiddenCharacters, visibleLine } from '../text.ts';

/**
 * Links to profiles are shorter. So a card's links have 2,048 characters together,
 * and a page of 100 cards stays below 2 MB. Longer stored links stay until they
 * are changed.
 */
const longestLink = 512;

/** No user info (RFC 3986, 3.2). Browsers read a backslash as a slash. */
const webLink = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/;

function isWebLink(value: string): boolean {
  return webLink.test(value) && URL.canParse(value);
}

/** The pattern for the OpenAPI document. It also excludes hidden characters. */
const linkPattern = webLink.source.replaceAll('[^', `[^${hiddenCharacters}`);

/** The schemas of links in the OpenAPI document. */
const linkSchemas = [
  {
    type: 'string' as const,
    format: 'uri',
    pattern: linkPattern,
    maxLength: longestLink,
  },
  { type: 'null' as const },
  { type: 'string' as const, const: '' },
];

const link = (example: string) =>
  visibleLine({ max: longestLink })
    .refine((value) => value === '' || isWebLink(value), {
      error:
        'Must be a link that begins with http:// or https:// and holds no user name or password.',
    })
    .nullable()
    .optional()
    .meta({
      description:
        'An http or https link without invisible characters. `null` or an empty string removes it.',
      anyOf: linkSchemas,
      examples: [example],
    });

export const Links = z.strictObject(
  {
    x: link('https://x.com/ann'),
    telegram: link('https://t.me/ann'),
    website: link('https://ann.example.com'),
    discord: link('https://discord.gg/ann'),
  } satisfies Record<SocialNetwork, ReturnType<typeof link>>,
  {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') {
        return 'Must be an object.';
      }
      const others = issue.keys.length === 1 ? 'another key' : 'other keys';
      const [last, ...first] = socialNetworks.toReversed();
      return `Must hold ${first.toReversed().join(', ')} and ${last} only, not ${others}.`;
    },
  },
);
