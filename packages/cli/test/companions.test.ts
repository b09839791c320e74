import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { COMPANIONS } from '../src/companions/catalogue.js';
import { withClaude } from './companions-kit.js';
import { FLOW, flow, json, program, repository } from './kit.js';

/* Companions, through the program, with a client that keeps what it is told. */

const said = (repo: TempRepo) => readFileSync(path.join(repo.area, 'said'), 'utf8').trim().split('\n');
const listed = (repo: TempRepo, ...words: string[]) =>
  json(repo, ['companions', ...words]).data as { companions: { name: string; commands: string[] | null }[] };

describe('X60 companions', () => {
  test('the catalogue has seven, each with the commands of the client that add it, and runs none of them', () => {
    const repo = repository();
    const environment = withClaude(repo);
    const { companions } = listed(repo);
    expect(companions.map(({ name }) => name)).toEqual(COMPANIONS.map(({ name }) => name));
    expect(companions).toHaveLength(7);
    expect(companions.find(({ name }) => name === 'context7')?.commands).toEqual([
      'claude mcp add --scope user context7 -- npx -y @upstash/context7-mcp',
    ]);
    expect(companions[0]?.commands?.at(-1)).toBe('claude plugin install flow@flow');
    const codex = listed(repo, '--host', 'codex').companions;
    expect(codex.find(({ name }) => name === 'playwright')?.commands).toEqual([
      'codex mcp add playwright -- npx -y @playwright/mcp@latest',
    ]);
    expect(codex[0]?.commands).toBeNull();
    expect(flow(repo, ['companions'], { environment }).stdout).toContain('flow has not checked them');
    expect(said(repo)).toEqual(['']);
  });

  test('nothing is added without a person: no terminal, no program of the client, one that lies in the repository', () => {
    const repo = repository();
    const environment = withClaude(repo);
    const alone = json(repo, ['companions', 'context7'], { environment });
    expect(alone).toMatchObject({ status: 1, error: { code: 'NO_TERMINAL' } });
    expect(said(repo)).toEqual(['mcp get context7']);
    program(repo.path('node_modules/.bin/claude'), "#!/bin/sh\ntouch '../owned' owned\n");
    const planted = { PATH: `${repo.path('node_modules/.bin')}${path.delimiter}${repo.environment.PATH}` };
    expect(json(repo, ['companions', 'context7', '--host', 'codex'], { environment })).toMatchObject({
      error: { code: 'CLIENT_MISSING', remedy: 'npm install -g @openai/codex' },
    });
    expect(json(repo, ['companions', 'context7'], { environment: planted }).ok).toBe(false);
    expect(existsSync(repo.path('owned'))).toBe(false);
    expect(json(repo, ['companions', 'other'])).toMatchObject({ status: 2, error: { code: 'COMPANION_UNKNOWN' } });
    const unfit = json(repo, ['companions', 'flow', '--host', 'codex'], { environment: withClaude(repo, 'codex') });
    expect(unfit).toMatchObject({ status: 2, error: { code: 'COMPANION_UNFIT', remedy: 'flow companions context7' } });
  });

  test.skipIf(!HAS_SCRIPT)(
    'X59 a person sees the commands, those of our own plugin among them, agrees, and they run; a second time nothing is left to do',
    async () => {
      const repo = repository();
      const environment = withClaude(repo);
      const words = ['companions', 'flow', 'context7'];
      const no = await atTerminal(repo, words, { program: FLOW, environment, answer: () => 'no' });
      expect(no.text).toContain('DECLINED');
      expect(said(repo).filter((line) => / (add|install) /.test(line))).toEqual([]);
      const { status, text } = await atTerminal(repo, words, { program: FLOW, environment });
      expect(status, text).toBe(0);
      expect(text).toContain('claude mcp add --scope user context7 -- npx -y @upstash/context7-mcp');
      expect(text).toMatch(/added {3}flow/);
      const adds = said(repo).filter((line) => / (add|install) /.test(line));
      expect(adds).toEqual([
        expect.stringMatching(/^plugin marketplace add .*\/flow\/plugin$/),
        'plugin install flow@flow',
        'mcp add --scope user context7 -- npx -y @upstash/context7-mcp',
      ]);
      const folder = adds[0]!.split(' ').at(-1)!;
      expect(existsSync(path.join(folder, '.claude-plugin/marketplace.json'))).toBe(true);
      expect(json(repo, words, { environment })).toMatchObject({
        status: 0,
        data: { companions: words.slice(1).map((name) => ({ name, state: 'there' })) },
      });
    },
  );

  test.skipIf(!HAS_SCRIPT)('what the client cannot add is told in its words, with the command', async () => {
    const repo = repository();
    const environment = withClaude(repo);
    const words = ['companions', 'sequential-thinking', 'playwright'];
    const { status, text } = await atTerminal(repo, words, { program: FLOW, environment });
    expect(status, text).toBe(1);
    expect(text).toContain('COMPANION_FAILED: sequential-thinking was not added: the registry said no');
    expect(text).toMatch(/added {3}playwright/);
  });
});
