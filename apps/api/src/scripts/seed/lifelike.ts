import { createHash } from 'node:crypto';
import type { Socials } from '@namecard/db';

/** Parts of made-up names and texts. */
const firstNames =
  'Ada Amara Bruno Chidi Clara Elif Emeka Fatima Freya Giulia Hugo Ines Jonas Kaito Lena Liam Maja Malik Mei Nadia Nils Noor Omar Pavel Priya Quinn Ravi Saskia Tariq Uma Viktor Wanda Yuki Zoe'.split(
    ' ',
  );
const lastNames =
  'Abadi Andersen Bianchi Castro Chen Diallo Dubois Farkas Fischer Haddad Ivanov Jansen Kaya Kimura Kowalski Mbeki Moreau Novak Okafor Olsen Park Patel Santos Sato Silva Singh Torres Varga Weber Zhang'.split(
    ' ',
  );
const crafts = [
  'product designer',
  'backend engineer',
  'community manager',
  'ceramicist',
  'climate researcher',
  'documentary photographer',
  'bike mechanic',
  'translator',
  'open-source maintainer',
  'beekeeper',
];
const likes = [
  'long walks without a map',
  'sourdough and patience',
  'small tools that do one thing',
  'the sea in winter',
  'chess, badly',
  'plants that are hard to kill',
  'repairing what others throw away',
  'choir practice',
];
const cities = [
  { name: 'Berlin', latitude: 52.52, longitude: 13.405 },
  { name: 'Lagos', latitude: 6.5244, longitude: 3.3792 },
  { name: 'Kyoto', latitude: 35.0116, longitude: 135.7681 },
  { name: 'São Paulo', latitude: -23.5505, longitude: -46.6333 },
  { name: 'Toronto', latitude: 43.6532, longitude: -79.3832 },
  { name: 'Istanbul', latitude: 41.0082, longitude: 28.9784 },
  { name: 'Pune', latitude: 18.5204, longitude: 73.8567 },
  { name: 'Melbourne', latitude: -37.8136, longitude: 144.9631 },
];

export type LifelikeProfile = {
  username: string;
  about: string | null;
  socials: Socials;
  location: { latitude: number; longitude: number } | null;
  hidden: boolean;
};

/** A person by number, always the same. */
export function lifelikeProfile(number: number): LifelikeProfile {
  const bytes = createHash('sha256').update(`person ${number}`).digest().values();
  const random = () => (bytes.next().value ?? 0) / 256;
  const chance = (share: number) => random() < share;
  function pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) {
      throw new Error('There is nothing to pick from');
    }
    return item;
  }
  const first = pick(firstNames);
  const last = pick(lastNames);
  const city = pick(cities);
  const name = `${first}${last}${number}`.toLowerCase();
  const near = (degrees: number) => Number((degrees + (random() - 0.5) / 5).toFixed(4));
  return {
    username: `${first}${pick(['.', '_', '-', ''])}${last}${number}`.toLowerCase(),
    about: chance(0.85)
      ? `${first} ${last}, ${pick(crafts)} in ${city.name}. Likes ${pick(likes)}.`
      : null,
    socials: {
      ...(chance(0.7) && { x: `https://x.com/${name}` }),
      ...(chance(0.4) && { telegram: `https://t.me/${name}` }),
      ...(chance(0.5) && { website: `https://${name}.example.org` }),
      ...(chance(0.3) && { discord: `https://discord.com/users/${100_000 + number}` }),
    },
    location: chance(0.6)
      ? { latitude: near(city.latitude), longitude: near(city.longitude) }
      : null,
    hidden: chance(0.04),
  };
}
