import { clsx } from 'clsx';

const tints = [
  'bg-[light-dark(#e0e7ff,#312e6b)] text-[light-dark(#3730a3,#c7d2fe)]',
  'bg-[light-dark(#d1fae5,#123d2f)] text-[light-dark(#065f46,#a7f3d0)]',
  'bg-[light-dark(#fef3c7,#40300c)] text-[light-dark(#854d0e,#fde68a)]',
  'bg-[light-dark(#ffe4e6,#4a1b26)] text-[light-dark(#9f1239,#fecdd3)]',
  'bg-[light-dark(#e0f2fe,#0f3550)] text-[light-dark(#075985,#bae6fd)]',
  'bg-[light-dark(#f3e8ff,#3b1d5c)] text-[light-dark(#6b21a8,#e9d5ff)]',
] as const;

/** The same tint for the same name, everywhere. */
function tintOf(name: string): string | undefined {
  let sum = 0;
  for (const letter of name) {
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  }
  return tints[sum % tints.length];
}

const sizes = {
  small: 'size-8 text-sm',
  medium: 'size-9 text-sm',
  large: 'size-10 text-base',
} as const;

type AvatarProps = { name: string; size?: keyof typeof sizes; faded?: boolean };

/** A name's first letter on a tint of its own, beside the name itself. */
export function Avatar({ name, size = 'medium', faded = false }: AvatarProps) {
  const [first = '?'] = name.replace(/[^\p{L}\p{N}]/gu, '');
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center rounded-full font-semibold uppercase',
        tintOf(name),
        sizes[size],
        faded && 'grayscale',
      )}
    >
      {first}
    </span>
  );
}
