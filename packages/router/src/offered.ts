import {
  defaultSocials,
  type SocialNetwork,
  socialNetworks,
} from '@namecard/look/socials';

/**
 * A copy of a document in which each object and list that holds all kinds of links keeps
 * only those that are offered: properties of schemas, enums and examples.
 */
export function withOffered<Whole extends object>(
  whole: Whole,
  offered: readonly SocialNetwork[] = defaultSocials,
): Whole {
  const others = socialNetworks.filter((network) => !offered.includes(network));
  const drop = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && socialNetworks.every((one) => value.includes(one))) {
      value.splice(0, value.length, ...value.filter((one) => !others.includes(one)));
    }
    if (socialNetworks.every((network) => Object.hasOwn(value, network))) {
      for (const network of others) Reflect.deleteProperty(value, network);
    }
    Object.values(value).forEach(drop);
  };
  const copy = structuredClone(whole);
  drop(copy);
  return copy;
}
