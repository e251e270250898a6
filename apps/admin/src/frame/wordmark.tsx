import icon from '@namecard/look/mark.svg';
import { product } from '../product.ts';

/** Our own mark is the default. */
function Mark() {
  const { initial, color, textColor } = product;
  return initial === undefined ? (
    <img src={icon} alt="" width={20} height={20} />
  ) : (
    <span
      aria-hidden
      className="grid size-5 shrink-0 place-items-center rounded-md text-xs font-semibold"
      style={{ backgroundColor: color, color: textColor }}
    >
      {initial}
    </span>
  );
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2">
      <Mark />
      <span className="text-sm font-semibold text-ink">{product.name}</span>
    </span>
  );
}
