import {
  defaultSocials,
  eachSocial,
  type SocialKind,
  type SocialNetwork,
  socialNetworks,
} from '@namecard/look/socials';
import { z } from 'zod';
import { hiddenCharacters, visibleLine } from '../text.ts';

/**
 * The four default kinds have 512 characters each. The eight others are ASCII and have
 * 256. So a page of 100 cards stays below 2 MB. Longer stored links stay until they are
 * changed.
 */
const longestLink = 512;
const longestOwnLink = 256;

/** No user info (RFC 3986, 3.2). Browsers read a backslash as a slash. */
const webLink = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/;

const inAnyCase = (host: string): string =>
  host
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** Links to a network's own hosts, in ASCII. */
function ownLink({ hosts = [], path = '/' }: SocialKind): RegExp {
  const domain = hosts.length > 0 ? `(${hosts.map(inAnyCase).join('|')})` : '[A-Za-z]+';
  return new RegExp(
    String.raw`^[Hh][Tt][Tt][Pp][Ss]?:\/\/([A-Za-z0-9-]+\.)*${domain}${path}[!-Z^-~]+$`,
  );
}

type Rule = { max: number; pattern: RegExp; error: string };

const ruleOf = (kind: SocialKind, network: SocialNetwork): Rule =>
  defaultSocials.includes(network)
    ? {
        max: longestLink,
        pattern: webLink,
        error:
          'Must be a link that begins with http:// or https:// and holds no user name or password.',
      }
    : {
        max: longestOwnLink,
        pattern: ownLink(kind),
        error: `Must be a link such as ${kind.example}.`,
      };

/** The schemas of links in the OpenAPI document. Patterns exclude hidden characters. */
const linkSchemas = ({ max, pattern }: Rule) => [
  {
    type: 'string' as const,
    format: 'uri',
    pattern: pattern.source.replaceAll('[^', `[^${hiddenCharacters}`),
    maxLength: max,
  },
  { type: 'null' as const },
  { type: 'string' as const, const: '' },
];

function link(kind: SocialKind, network: SocialNetwork) {
  const rule = ruleOf(kind, network);
  const isLink = (value: string) => rule.pattern.test(value) && URL.canParse(value);
  return visibleLine({ max: rule.max })
    .refine((value) => value === '' || isLink(value), { error: rule.error })
    .nullable()
    .optional()
    .meta({
      description:
        'An http or https link without invisible characters. `null` or an empty string removes it.',
      anyOf: linkSchemas(rule),
      examples: [kind.example],
    });
}

export const Links = z.strictObject(eachSocial(link));

type Links = z.infer<typeof Links>;

/** What is wrong with the kinds of new links. A link of any kind can be removed. */
export function wrongKinds(
  links: Links,
  offered: readonly SocialNetwork[],
): string | undefined {
  const isOffered = (network: SocialNetwork) =>
    !links[network] || offered.includes(network);
  if (socialNetworks.every(isOffered)) return undefined;
  return `Must hold ${offered.join(', ')} only, no other key.`;
}
