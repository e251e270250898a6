import type { Exception } from './plan.ts';

/** Commands in sentences and tables that no step runs. */
export const exceptions: Exception[] = [
  { commands: /^(?:sudo |systemctl |journalctl |chown )/, why: 'They need systemd.' },
  { commands: /^docker /, why: 'It needs Docker.' },
  { commands: /^(?:certbot|nginx) /, why: 'They need a proxy with a certificate.' },
  {
    commands: /^npm (?:ci|start|run|test)\b/,
    why: 'CI runs most. apps/api/src/tests/documents.test.ts checks the names.',
  },
  { commands: /^node \S+\.ts$/, why: 'These draw pictures, or take many minutes.' },
  {
    commands: /^npx namecard mail list\\\|/,
    why: 'It names five commands, each of which has a step.',
  },
  { commands: /^update outbox 3fa9$/, why: 'It is the name of a statement.' },
];
