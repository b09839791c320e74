import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { withClaude } from './companions-kit.js';
import { FLOW, repository } from './kit.js';

/** Types what a person answers to each question, by words of the question: `\r` is Enter. */
async function typing(
  repo: TempRepo,
  words: string[],
  replies: [question: string, keys: string][],
  environment: Record<string, string> = {},
) {
  const quoted = [process.execPath, FLOW, ...words].map((word) => `'${word}'`).join(' ');
  // A terminal that nobody looks at has no columns.
  const child = spawn('script', ['-qec', `stty cols 100 rows 40; ${quoted}`, '/dev/null'], {
    cwd: repo.root,
    env: { ...repo.environment, TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  const open = [...replies];
  child.stdout.on('data', (chunk) => {
    text += chunk;
    const next = open[0];
    if (!next || !text.includes(next[0])) return;
    open.shift();
    // The question is on the screen before its keys are read.
    setTimeout(() => child.stdin.write(next[1]), 100);
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, text: text.replaceAll('\r', ''), left: open.map(([question]) => question) };
}

const FILES = { 'go.mod': 'module example.com/shop\n', 'web/package.json': '{}\n' };

describe.skipIf(!HAS_SCRIPT)('D6 the wizard', () => {
  test('D1 D6 asks what it cannot know, and Enter takes what was found', async () => {
    const repo = repository({ files: FILES });
    const { status, text, left } = await typing(
      repo,
      ['init'],
      [
        ['How much of flow do you want?', '\r'],
        ['stacks does this project use', '\r'],
        ['Base branch?', '\r'],
        ['runs the tests in . (empty: as found)', '\r'],
        ['runs the tests in web (empty: there are none)', 'make test\r'],
        ['Which runners should be recorded', '\r'],
        ['what should only warn?', '\u001b[B\r'],
        ['Which results should count', '\r'],
        ['for exact results?', '\r'],
        ['Which conventions', ' \r'],
        ['Write this?', '\r'],
      ],
    );
    expect({ status, left }, text).toEqual({ status: 0, left: [] });
    expect(repo.read('flow.config.yaml').split('\n\n')[1]).toBe(
      [
        'baseBranch: main',
        'push:',
        '  stale: warn',
        '  unknown: warn',
        '  partial: warn',
        '  lint: warn',
        '  types: warn',
        'suites:',
        '  - root: web',
        '    command: make test',
        'conventions:',
        '  presets:',
        '    - go',
      ].join('\n'),
    );
    expect(text).toMatch(/Next: .*flow apply/);
    expect(text).not.toContain('no branch of the remote');
  });

  test('D6 what was found and is not so: a stack, a command, a runner, and the folder that a file belongs to', async () => {
    const VITEST = '{ "devDependencies": { "vitest": "5" } }\n';
    const files = {
      'package.json': VITEST,
      'packages/a/package.json': VITEST,
      'biome.json': '{}\n',
      'old/go.mod': 'module example.com/old\n',
      'ml/pyproject.toml': '[project]\nname = "ml"\n',
    };
    const repo = repository({ files });
    const { status, text, left } = await typing(
      repo,
      ['init', '--tier', '1'],
      [
        // Go is the second of three: it is taken away.
        ['stacks does this project use', '\u001b[B\u001b[B \r'],
        ['of typescript belong', '\u001b[B\r'],
        ['Base branch?', '\u0015dev\r'],
        ['runs the tests in . (empty: as found)', '\r'],
        ['runs the tests in ml (empty: as found)', '\u0015make ml\r'],
        ['Which runners should be recorded', '\u001b[B \r'],
        ['what should only warn?', '\r'],
        ['Which results should count', '\r'],
        ['for exact results?', '\r'],
        ['Which conventions', '\r'],
        ['Write this?', '\r'],
      ],
    );
    expect({ status, left }, text).toEqual({ status: 0, left: [] });
    // Who writes JavaScript knows it by this name.
    expect(text).toContain('TypeScript and JavaScript');
    expect(repo.read('flow.config.yaml').split('\n\n')[1]).toBe(
      [
        'baseBranch: dev',
        'capture:',
        '  off:',
        '    - biome',
        'stacks:',
        '  go: off',
        '  typescript:',
        '    roots: outermost',
        'suites:',
        '  - root: ml',
        '    command: make ml',
      ].join('\n'),
    );
    expect(text).toContain('dev is no branch of the remote');
    expect(text).not.toContain('runs the tests in packages/a');
    expect(text).not.toMatch(/found {2}go|runs the tests in old/);
  });

  test('D6 D7 a higher tier asks for phases, agents and where these come from', async () => {
    const repo = repository({ files: { 'go.mod': 'module example.com/shop\n' } });
    const { status, text, left } = await typing(
      repo,
      ['init', '--tier', '3'],
      [
        ['should agents and skills come from?', '\r'],
        ['stacks does this project use', '\r'],
        ['Base branch?', '\r'],
        ['runs the tests in .', '\r'],
        ['Which runners should be recorded', '\r'],
        ['what should only warn?', '\r'],
        ['Which results should count', '\r'],
        ['for exact results?', '\r'],
        ['Which conventions', '\r'],
        ['Which phases', '\u001b[B\u001b[B \r'],
        ['Which agents', ' \r'],
        ['Write this?', '\r'],
        ['Which companions should be added, by commands of Claude Code?', '\r'],
      ],
      withClaude(repo),
    );
    expect({ status, left }, text).toEqual({ status: 0, left: [] });
    expect(readFileSync(path.join(repo.area, 'said'), 'utf8')).toBe('');
    const rules = repo.read('flow.config.yaml');
    expect(rules).toMatch(/^ {2}ceremony:\n {4}dials:\n {6}reviewers: agents\n {4}agents:\n {6}spec: off\n/m);
    expect(rules).toMatch(/^ {6}survey:\n {8}off: true\n {8}required: false$/m);
    expect(existsSync(repo.path('.claude/skills/develop/SKILL.md'))).toBe(true);
  });

  test('X60 a set-up that nobody attends adds no companion, whatever is chosen, and is done all the same', async () => {
    const repo = repository({ files: { 'go.mod': 'module example.com/shop\n' } });
    repo.write('flow.config.yaml', 'mode: enforce\n');
    const { status, text, left } = await typing(
      repo,
      ['init', '--tier', '3'],
      [
        ['should agents and skills come from?', '\r'],
        ['Write this?', '\r'],
        ['Which companions should be added', ' \r'],
      ],
      withClaude(repo),
    );
    expect({ status, left }, text).toEqual({ status: 0, left: [] });
    expect(text).toMatch(/No companion was added \([A-Z_]+: .*Later: flow companions flow/s);
    expect(readFileSync(path.join(repo.area, 'said'), 'utf8')).toBe('plugin list\n');
    expect(existsSync(repo.path('.claude/skills/develop/SKILL.md'))).toBe(true);
  });

  test('D6 who breaks off has written nothing: 130', async () => {
    const repo = repository({ files: FILES });
    const { status, text } = await typing(repo, ['init', '--tier', '1'], [['stacks does this project use', '\u0003']]);
    expect(status, text).toBe(130);
    expect(text).toContain('INTERRUPTED');
    expect(existsSync(repo.path('.claude'))).toBe(false);
    expect(spawnSync('git', ['status', '--porcelain'], { cwd: repo.root, encoding: 'utf8' }).stdout).toBe('');
  });
});
