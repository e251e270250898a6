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
  .page { background-color: #0c0c0f !important; }
  .card { background-color: #141418 !important; border-color: #2a2a31 !important; }
  .well { background-color: #23223f !important; }
  .rule { border-color: #2a2a31 !important; }
  .strong { color: #f4f4f5 !important; }
  .code { color: #a5b0fc !important; }
  .soft { color: #a1a1aa !important; }
}
</style>`;
