import { effectsOf, type ShellContext } from '@flow/shell-effects';
import { describe, expect, test } from 'vitest';
import { OWN_PRODUCTS } from './own-products.js';

const NOTHING: ShellContext = {
  cwd: '/home/dev/cart',
  products: OWN_PRODUCTS,
  home: '/home/dev',
  readFile: () => undefined,
};

const disarmed = (command: string) =>
  effectsOf(command, NOTHING).effects.flatMap((effect) => (effect.kind === 'disarm' ? [effect.what] : []));

describe('D100 a client that is told to leave its hooks out', () => {
  test.each([
    ['claude --settings other.json', 'hostSettings'],
    ['claude -p hi --setting-sources=user', 'hostSettings'],
    ['claude --bare', 'hostSettings'],
    ['claude --dangerously-skip-permissions', 'hostSettings'],
    ['claude config set -g disableAllHooks true', 'hostSettings'],
    ['claude config --global add permissions.allow Bash', 'hostSettings'],
    ['claude plugin disable flow', 'hostPlugin'],
    ['claude plugin marketplace remove flow', 'hostPlugin'],
    ['codex --yolo', 'hostSettings'],
    ['codex exec --dangerously-bypass-approvals-and-sandbox hi', 'hostSettings'],
    ['codex --disable hooks', 'hostSettings'],
    ['codex features disable hooks', 'hostSettings'],
    ['codex -c hooks=[]', 'hostSettings'],
    ['codex --config features.hooks=false', 'hostSettings'],
  ])('%s', (command, what) => {
    expect(disarmed(command)).toEqual([what]);
  });

  test.each([
    'claude --version',
    'claude config get hooks',
    'claude config set theme dark',
    'claude plugin list',
    'codex exec "explain the hooks"',
    'codex -c model=o4',
    'codex features list',
    'echo claude --bare',
    'grep -- --yolo codex',
  ])('honest: %s', (command) => {
    expect(disarmed(command)).toEqual([]);
  });
});
