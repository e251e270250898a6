import { type Markup, markup } from '@namecard/look';
import { encode } from 'uqr';

/** Modules of quiet around a code: a reader needs four (ISO/IEC 18004). */
const quiet = 4;

/** A QR code as an SVG of one path, dark on light in any scheme. */
export function qrCode(text: string, label: string): Markup {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])),
  );
  const side = size + 2 * quiet;
  return markup`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#ffffff"/><path fill="#000000" d="${dark.join('')}"/></svg>`;
}
