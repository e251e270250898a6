import icon from '@namecard/look/mark.svg';
import { product } from '../product.ts';

/** Ours, where no other was given. */
function Mark() {
  const { initial, color, textColor } = product;
  return initial === undefined ? (
    <img src={icon} alt="" width={28} height={28} />
  ) : (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-[7px] text-base font-bold"
      style={{ backgroundColor: color, color: textColor }}
    >
      {initial}
    </span>
  );
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="text-[0.9375rem] font-semibold tracking-tight text-ink">
        {product.name}
      </span>
    </span>
  );
}
