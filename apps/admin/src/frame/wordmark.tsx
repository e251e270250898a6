import icon from '@namecard/look/mark.svg';
import { product } from '../product.ts';

/** The operator's own mark, the name's initial, or ours. */
function Mark() {
  const { logo, initial, color, textColor } = product;
  if (logo !== undefined)
    return (
      <img
        src={logo}
        alt=""
        className="h-5 max-w-24 rounded-md bg-(--mark-ground) object-contain scheme-light"
      />
    );
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
