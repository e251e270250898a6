import { markup } from '../markup.ts';

/** What inline styles can't say: the dark scheme, and narrow screens. */
export const signInStyle = markup`<style>
@media (max-width: 430px) {
  .gutter { padding: 16px 10px !important; }
  .inset { padding-left: 22px !important; padding-right: 22px !important; }
  .short { font-size: 34px !important; letter-spacing: 4px !important; padding-left: 4px !important; }
  .long { font-size: 20px !important; letter-spacing: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: #101216 !important; }
  .card { background-color: #191c22 !important; border-color: #2c313a !important; }
  .well { background-color: #22262e !important; }
  .rule { border-color: #2c313a !important; }
  .strong { color: #f4f5f7 !important; }
  .soft { color: #a9b0bd !important; }
}
</style>`;
