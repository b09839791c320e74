import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Effect, effectsOf, type Products, type ShellContext } from './index.js';

const REPO = '/home/dev/project';
const HOME = '/home/dev';

interface Row {
  readonly id: string;
  readonly tool: string;
  readonly input: { readonly command: string };
  readonly setup: string;
  readonly policy: string;
  readonly expect: 'block' | 'allow' | 'undecidable';
  readonly safe_default?: string;
  readonly fixture?: { readonly files?: Readonly<Record<string, string>> };
}

/** The Bash rows of the guard corpus's sample; its README tells the keys. */
const ROWS: Row[] = ['commands.sample', 'fresh']
  .flatMap((name) =>
    readFileSync(new URL(`../fixtures/${name}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  .map((line): Row => JSON.parse(line.replaceAll('{{REPO}}', REPO).replaceAll('{{HOME}}', HOME)))
  .filter((row) => row.tool === 'Bash');

const PROTECTED: Readonly<Record<string, RegExp>> = {
  'gate-files': /^develop\/.+\/(?:gate-[^/]*\.approved|phase-override\.json|flow-state\.json)$/,
  evidence: /^develop\/.+\/[^/]*-results(?:-[^/]*)?\.json$/,
  sensitive:
    /(?:^|\/)(?:\.env(?:\.(?!example|sample|template)[^/]*)?|[^/]*\.(?:pem|key|keystore)|id_rsa|id_ed25519|authorized_keys|credentials\.json)$/,
  'hook-config': /^\.claude\/(?:settings(?:\.local)?\.json|hooks\/.+)$|^\.git\/hooks\/.+$/,
  'phase-red': /^(?:src|pkg)(?:\/|$)/,
  'phase-qa': /^(?:src|pkg|tests?)(?:\/|$)/,
};

/** The client of the sample's rows. */
const PRODUCTS: Products = {
  clients: [{ program: 'claude', disarms: [{ what: 'hostSettings', operands: /^config set /, word: /hooks/i }] }],
};

/** A directory whose unknown contents would be protected ones. */
const HOLDS_PROTECTED = /^(?:develop\/.+|\.claude(?:\/hooks)?|\.git\/hooks)$/;

function contextOf(row: Row): ShellContext {
  const files: Record<string, string> = {
    [`${REPO}/.git/HEAD`]: 'ref: refs/heads/feature/login\n',
    [`${REPO}/package.json`]: '{"scripts":{"test":"vitest run"}}',
  };
  for (const [path, text] of Object.entries(row.fixture?.files ?? {}))
    files[path.startsWith('/') ? path : `${REPO}/${path}`] = text;
  const directories: Record<string, string[]> = {
    [REPO]: ['README.md', 'package.json', 'src', 'test', 'develop'],
    [`${REPO}/src`]: ['app.ts'],
  };
  const context = { cwd: REPO, home: HOME, products: PRODUCTS };
  return { ...context, readFile: (path) => files[path], listDirectory: (path) => directories[path] };
}

function publishes(effects: readonly Effect[]): Effect[] {
  return effects.filter(
    (one) =>
      (one.kind === 'push' && !one.flags.dryRun) ||
      one.kind === 'publish' ||
      (one.kind === 'opaque' && one.what === 'execution'),
  );
}

function protectedWrites(effects: readonly Effect[], policy: string): Effect[] {
  const pattern = PROTECTED[policy];
  return effects.filter((one) => {
    if (one.kind === 'disarm') return policy === 'hook-config';
    if (one.kind !== 'write' || pattern === undefined) return false;
    const path = one.path.startsWith(`${REPO}/`) ? one.path.slice(REPO.length + 1) : one.path === REPO ? '' : one.path;
    if (one.reach === 'into') return HOLDS_PROTECTED.test(path) || (policy.startsWith('phase') && path === '');
    return pattern.test(path);
  });
}

test.each(ROWS.map((row) => ({ ...row, name: row.id })))('D100 guard sample $name ($expect)', (row) => {
  const { effects, readable } = effectsOf(row.input.command, contextOf(row));
  if (row.input.command.includes('\0')) {
    expect(readable).toBe(false);
    return;
  }
  expect(readable).toBe(true);
  if (row.policy === 'push') {
    const found = publishes(effects);
    if (row.expect === 'block') expect(found).not.toEqual([]);
    else expect(found).toEqual([]);
    // A row with green evidence is refused because the content moves first.
    if (row.setup.startsWith('tests-green') && row.expect === 'block') {
      const moved = effects.findIndex((one) => one.kind === 'git' && one.movesHead);
      expect(moved).toBeGreaterThanOrEqual(0);
      expect(moved).toBeLessThan(effects.findIndex((one) => one.kind === 'push'));
    }
    return;
  }
  const found = protectedWrites(effects, row.policy);
  if (row.expect === 'block') expect(found).not.toEqual([]);
  else expect([...found, ...publishes(effects)]).toEqual([]);
});
