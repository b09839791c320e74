import { type TempRepo, tempRepo } from '@flow/test-kit';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FLOW, flow, json } from './kit.js';

/* A client of the Model Context Protocol, by the official SDK, asks the built program. */

/** What a tool of ours answers. */
interface Told {
  content: { text: string }[];
  structuredContent: { ok: boolean; data?: { phase?: string }; error?: { code: string } };
  isError: boolean;
}

let repo: TempRepo;
let client: Client;
const ask = async (name: string, given: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: given })) as unknown as Told;

beforeAll(async () => {
  repo = tempRepo({ branch: 'feature/login', files: { 'pyproject.toml': '[project]\nname = "cart"\n', 'a.py': '' } });
  client = new Client({ name: 'test', version: '1' });
  const env = repo.environment as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [FLOW, 'mcp'], cwd: repo.root, env }),
  );
});
afterAll(async () => {
  await client.close();
  repo.dispose();
});

describe('36.6 flow mcp', () => {
  test('has four questions, each of which says that it changes nothing', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['flow_status', 'flow_next', 'flow_explain', 'flow_brief']);
    for (const { annotations, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(description).toMatch(/\.$/);
    }
  });

  test('without a run it says so, with the way on', async () => {
    const told = await ask('flow_status');
    expect(told).toMatchObject({ isError: true, structuredContent: { ok: false, error: { code: 'NO_RUN' } } });
    expect(told.content[0]!.text).toMatch(/^NO_RUN: .+\n {2}\S/);
  });

  test('what it answers of a run is what the command answers, and nothing is changed by asking', async () => {
    expect(flow(repo, ['start', 'ceremony']).status).toBe(0);
    const refs = repo.git('for-each-ref');
    const files = repo.git('status', '--porcelain');
    for (const [name, words] of [
      ['flow_status', ['status']],
      ['flow_next', ['next']],
      ['flow_explain', ['explain']],
      ['flow_brief', ['brief']],
    ] as const) {
      const told = await ask(name);
      const typed = json(repo, words) as unknown as { ok: boolean; data: object };
      expect(told, name).toMatchObject({ isError: false, structuredContent: { ok: typed.ok } });
      expect(Object.keys(told.structuredContent.data ?? {}), name).toEqual(Object.keys(typed.data));
      expect(told.content[0]!.text.length, name).toBeGreaterThan(20);
    }
    expect(repo.git('for-each-ref')).toBe(refs);
    expect(repo.git('status', '--porcelain')).toBe(files);
  });

  test('a command line is explained and not run; a refusal of the guards is an answer', async () => {
    const refused = await ask('flow_explain', { command: 'touch made && rm -rf .git/flow' });
    expect(refused.content[0]!.text).toMatch(/^REFUSE /);
    expect(refused.isError).toBe(false);
    expect((await ask('flow_explain', { command: 'git log' })).content[0]!.text).toMatch(/^ALLOW /);
    expect(repo.git('status', '--porcelain')).not.toContain('made');
  });

  test('an item and a role that are none, and words of a wrong kind, are errors with their reason', async () => {
    expect(await ask('flow_brief', { role: 'nobody' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'ROLE_UNKNOWN' } },
    });
    const wrong = await ask('flow_explain', { command: 7 });
    expect(wrong.isError).toBe(true);
    expect(wrong.content[0]!.text).toMatch(/command/);
  });
});
