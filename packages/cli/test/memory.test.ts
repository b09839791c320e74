import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { flow, repository } from './kit.js';

/* Our block in the memory file of a person, through the programs. */

const FILES = { 'go.mod': 'module example.com/shop\n' };
const OWN = '# Mine\n\nUse tabs.';

/** A person who uses Claude Code, with a memory file of their own. */
function person(): { repo: TempRepo; file: string } {
  const repo = repository({ files: FILES });
  const file = path.join(repo.home, '.claude/CLAUDE.md');
  mkdirSync(path.dirname(file));
  writeFileSync(file, OWN);
  return { repo, file };
}

const init = (repo: TempRepo, ...words: string[]) => flow(repo, ['init', '--yes', '--tier', '2', ...words]);
const uninstall = (repo: TempRepo) => flow(repo, ['uninstall', '--verbose']);

describe('X62 the block in the memory file of a person', () => {
  test('flow init says so and writes it once; flow uninstall gives back the very bytes', () => {
    const { repo, file } = person();
    const shown = flow(repo, ['init', '--tier', '2', '--dry-run']).stdout;
    expect(shown).toContain('~/.claude/CLAUDE.md');
    expect(readFileSync(file, 'utf8')).toBe(OWN);
    expect(init(repo).stdout).toMatch(/note {3}~\/\.claude\/CLAUDE\.md, which Claude Code reads in all your sessions/);
    const text = readFileSync(file, 'utf8');
    expect(text.match(/<!-- flow -->/g)).toHaveLength(1);
    expect(text.endsWith(OWN)).toBe(true);
    expect(init(repo).stdout).not.toContain('~/.claude/CLAUDE.md');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(uninstall(repo).stdout).toContain('Our block is taken out of ~/.claude/CLAUDE.md');
    expect(readFileSync(file, 'utf8')).toBe(OWN);
  });

  test('a flag and a variable keep it out, and take out one that is there', () => {
    const { repo, file } = person();
    expect(init(repo, '--no-memory').status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(OWN);
    const variable = { environment: { FLOW_NO_MEMORY: '1' } };
    expect(flow(repo, ['init', '--yes', '--tier', '2'], variable).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(OWN);
    init(repo);
    expect(readFileSync(file, 'utf8')).not.toBe(OWN);
    flow(repo, ['install'], variable);
    expect(readFileSync(file, 'utf8')).toBe(OWN);
    init(repo);
    init(repo, '--no-memory');
    expect(readFileSync(file, 'utf8')).toBe(OWN);
  });

  test('where it stands it is brought up to date by any run; where it does not, only by tier 2 and 3', () => {
    const { repo, file } = person();
    flow(repo, ['init', '--yes', '--tier', '1']);
    flow(repo, ['install']);
    expect(readFileSync(file, 'utf8')).toBe(OWN);
    init(repo);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text.replace('## flow', '## stale')}\nMore.\n`);
    flow(repo, ['install']);
    expect(readFileSync(file, 'utf8')).toBe(`${text}\nMore.\n`);
  });

  test('a client that this person has never started gets no folder; Codex has its own file; a link is followed', () => {
    const repo = repository({ files: FILES });
    expect(init(repo).status).toBe(0);
    expect(existsSync(path.join(repo.home, '.claude'))).toBe(false);
    const [claude, codex] = [path.join(repo.area, 'claude'), path.join(repo.area, 'codex')];
    for (const folder of [claude, codex]) mkdirSync(folder);
    writeFileSync(path.join(repo.area, 'dotfile.md'), OWN);
    symlinkSync(path.join(repo.area, 'dotfile.md'), path.join(claude, 'CLAUDE.md'));
    writeFileSync(path.join(codex, 'AGENTS.md'), OWN);
    writeFileSync(path.join(codex, 'AGENTS.override.md'), OWN);
    const environment = { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex };
    const run = (...words: string[]) => flow(repo, words, { environment });
    expect(run('init', '--yes', '--tier', '2', '--host', 'codex').status).toBe(0);
    const holding = () =>
      ['dotfile.md', 'codex/AGENTS.md', 'codex/AGENTS.override.md'].map((name) =>
        readFileSync(path.join(repo.area, name), 'utf8').includes('<!-- flow -->'),
      );
    expect(holding()).toEqual([true, false, true]);
    expect(run('uninstall').status).toBe(0);
    expect(readFileSync(path.join(repo.area, 'dotfile.md'), 'utf8')).toBe(OWN);
    expect(holding()).toEqual([false, false, false]);
  });

  test('a memory file that cannot be read holds nothing up', () => {
    const { repo } = person();
    const codex = path.join(repo.area, 'codex');
    mkdirSync(path.join(codex, 'AGENTS.md'), { recursive: true });
    const run = flow(repo, ['init', '--yes', '--tier', '2', '--host', 'codex'], { environment: { CODEX_HOME: codex } });
    expect(run).toMatchObject({ status: 0 });
  });
});
