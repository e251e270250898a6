import { type Markup, markup } from '@namecard/look';
import { encode } from 'uqr';

/** Empty modules around the code (ISO/IEC 18004). */
const quiet = 4;

/** An SVG. It is dark on light in every colour scheme, for cameras. */
export function qrCode(text: string, label: string): Markup {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])),
  );
  const side = size + 2 * quiet;
  return markup`<svg class="qr" role="img" aria-label="${label}"
  viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">
<rect width="${side}" height="${side}" fill="#ffffff"/>
<path fill="#000000" d="${dark.join('')}"/></svg>`;
}
