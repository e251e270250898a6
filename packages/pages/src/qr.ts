import { type Markup, markup, pictureElement } from '@namecard/look';
import { renderSVG } from 'uqr';

/** `border`: empty modules around the code (ISO/IEC 18004). */
const options = { border: 4, ecc: 'M', pixelSize: 1 } as const;

/** It is dark on light in every colour scheme, for cameras. */
export const qrCode = (text: string, label: string): Markup =>
  markup`<div class="qr" role="img" aria-label="${label}">${pictureElement(renderSVG(text, options))}</div>`;
