import type { Socials } from '@namecard/db';

/** Parts of made-up names and texts. */
const firstNames =
  'Ada Amara Anouk Ben Bruno Carla Chidi Clara Dario Elif Emeka Fatima Felix Freya Giulia Hana Hugo Ines Iris Jonas Kaito Lena Leo Liam Lucia Maja Malik Mara Mei Milo Nadia Nils Noor Olga Omar Pavel Priya Quinn Rosa Ravi Saskia Sofia Tariq Theo Uma Vera Viktor Wanda Yara Yuki Zoe'.split(
    ' ',
  );
const lastNames =
  'Abadi Andersen Baker Bianchi Castro Chen Costa Diallo Dubois Eriksen Farkas Fischer Garcia Haddad Ivanov Jansen Kaya Kimura Kowalski Larsen Lindgren Mbeki Meyer Moreau Nakamura Novak Okafor Olsen Park Patel Petrov Quist Rossi Santos Sato Schmidt Silva Singh Tanaka Torres Ueda Varga Weber Wolf Yilmaz Zhang'.split(
    ' ',
  );
const crafts = [
  'product designer',
  'backend engineer',
  'community manager',
  'ceramicist',
  'climate researcher',
  'documentary photographer',
  'data scientist',
  'illustrator',
  'bike mechanic',
  'translator',
  'game developer',
  'cook',
  'architect',
  'open-source maintainer',
  'teacher',
  'sound engineer',
  'beekeeper',
  'lawyer',
] as const;
const likes = [
  'long walks without a map',
  'maps, old and new',
  'sourdough and patience',
  'small tools that do one thing',
  'the sea in winter',
  'late trains and early mornings',
  'chess, badly',
  'plants that are hard to kill',
  'fonts nobody asked for',
  'repairing what others throw away',
  'choir practice',
  'bouldering twice a week',
] as const;
const cities = [
  { name: 'Berlin', latitude: 52.52, longitude: 13.405 },
  { name: 'Lagos', latitude: 6.5244, longitude: 3.3792 },
  { name: 'Lisbon', latitude: 38.7223, longitude: -9.1393 },
  { name: 'Kyoto', latitude: 35.0116, longitude: 135.7681 },
  { name: 'São Paulo', latitude: -23.5505, longitude: -46.6333 },
  { name: 'Toronto', latitude: 43.6532, longitude: -79.3832 },
  { name: 'Nairobi', latitude: -1.2921, longitude: 36.8219 },
  { name: 'Oslo', latitude: 59.9139, longitude: 10.7522 },
  { name: 'Mexico City', latitude: 19.4326, longitude: -99.1332 },
  { name: 'Istanbul', latitude: 41.0082, longitude: 28.9784 },
  { name: 'Pune', latitude: 18.5204, longitude: 73.8567 },
  { name: 'Melbourne', latitude: -37.8136, longitude: 144.9631 },
] as const;

/** Numbers from 0 up to 1, fixed by a seed (the mulberry32 generator). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type LifelikeProfile = {
  username: string;
  email: string;
  about: string | null;
  socials: Socials;
  location: { latitude: number; longitude: number } | null;
  hidden: boolean;
};

/** A person by number, with an address at a reserved domain (RFC 2606). */
export function lifelikeProfile(number: number, random: () => number): LifelikeProfile {
  const pick = <Item>(
    items: readonly [Item, ...Item[]] | readonly Item[],
    fallback: Item,
  ): Item => items[Math.floor(random() * items.length)] ?? fallback;
  const chance = (share: number) => random() < share;
  const [first, last] = [pick(firstNames, 'Ada'), pick(lastNames, 'Chen')];
  const separator = pick(['.', '_', '-', ''], '.');
  const username = `${first}${separator}${last}${number}`.toLowerCase();
  const city = pick(cities, cities[0]);
  const craft = pick(crafts, crafts[0]);
  const scatter = () => Math.round((random() - 0.5) * 2_000) / 10_000;
  return {
    username,
    email: `${username}@example.com`,
    about: chance(0.85)
      ? `${first} ${last}, ${craft} in ${city.name}. Likes ${pick(likes, likes[0])}.`
      : null,
    socials: {
      ...(chance(0.7) && { x: `https://x.com/${first}${last}${number}`.toLowerCase() }),
      ...(chance(0.4) && {
        telegram: `https://t.me/${first}_${last}${number}`.toLowerCase(),
      }),
      ...(chance(0.5) && {
        website: `https://${first}${last}${number}.example.org`.toLowerCase(),
      }),
      ...(chance(0.3) && { discord: `https://discord.com/users/${100_000 + number}` }),
    },
    location: chance(0.6)
      ? {
          latitude: Number((city.latitude + scatter()).toFixed(4)),
          longitude: Number((city.longitude + scatter()).toFixed(4)),
        }
      : null,
    hidden: chance(0.04),
  };
}
