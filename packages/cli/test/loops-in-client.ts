import path from 'node:path';
import { type Block, call, closeAfterTest, say, startForge, type TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { begin } from '../../hooks/test/client-kit.js';
import { project, STACKS, type Stack } from '../../hooks/test/kit.js';
import { atTerminal } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, linkPrograms } from './kit.js';

/* What plays of whole workflows in the real client share: two projects with the same small work, a forge, agents, people. */

/** A language with one small piece of work in it: what a guest pays. */
export interface Language {
  name: string;
  stack: Stack;
  source: string;
  test: string;
  texts: Readonly<Record<'test' | 'stub' | 'wrong' | 'right' | 'mended', string>>;
  /** The tests by their names, the first two of the work, the third one that was there before. */
  names: readonly [adds: string, nothing: string, before: readonly [name: string, file: string]];
  /** A run of the tests that names those that pass. */
  named: string;
  /** What finds fault with types, or with what types do not see. */
  lint: string;
}

const inTypeScript = (start: string, words = '') =>
  `${words}export const guest = (prices: number[]): number => prices.reduce((sum, one) => sum + one, ${start});\n`;
const inGo = (start: string, words = '') =>
  `package cart\n\n${words}func Guest(prices []int) int {\n\tsum := ${start}\n\tfor _, one := range prices {\n\t\tsum += one\n\t}\n\treturn sum\n}\n`;

const TYPESCRIPT: Language = {
  name: 'TypeScript',
  stack: {
    ...STACKS.find(({ name }) => name === 'vitest')!,
    files: {
      'package.json': `${JSON.stringify({
        name: 'cart',
        type: 'module',
        scripts: { test: 'vitest run', build: 'tsc --noEmit' },
        devDependencies: { vitest: '5', typescript: '6' },
      })}\n`,
      'tsconfig.json': `${JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', skipLibCheck: true }, include: ['*.ts'] })}\n`,
      '.gitignore': 'node_modules\n',
      'total.ts': 'export const total = (a: number, b: number): number => a + b;\n',
      'total.test.ts':
        "import { expect, test } from 'vitest';\nimport { total } from './total.js';\n\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\n",
    },
  },
  source: 'guest.ts',
  test: 'guest.test.ts',
  texts: {
    test: `import { expect, test } from 'vitest';
import { guest } from './guest.js';

test('adds for a guest', () => expect(guest([1, 2])).toBe(3));
test('costs nothing', () => expect(guest([])).toBe(0));
`,
    stub: '// STUB:TDD\nexport const guest = (prices: number[]): number => Number.NaN;\n',
    wrong: inTypeScript('1'),
    right: inTypeScript('0'),
    mended: inTypeScript('0', '/** What a guest pays. */\n'),
  },
  names: ['adds for a guest', 'costs nothing', ['adds prices', 'total.test.ts']],
  named: 'flow exec -- npx vitest run',
  lint: 'npx tsc --noEmit',
};

const GO: Language = {
  name: 'Go',
  stack: STACKS.find(({ name }) => name === 'go')!,
  source: 'guest.go',
  test: 'guest_test.go',
  texts: {
    test: `package cart

import "testing"

func TestGuestAdds(t *testing.T) {
	if Guest([]int{1, 2}) != 3 {
		t.Fatal("wrong")
	}
}

func TestGuestPaysNothing(t *testing.T) {
	if Guest(nil) != 0 {
		t.Fatal("wrong")
	}
}
`,
    stub: 'package cart\n\n// STUB:TDD\nfunc Guest(prices []int) int { return -1 }\n',
    wrong: inGo('1'),
    right: inGo('0'),
    mended: inGo('0', '// Guest is what a guest pays.\n'),
  },
  names: ['TestGuestAdds', 'TestGuestPaysNothing', ['TestTotal', 'total_test.go']],
  named: 'go test -v ./...',
  lint: 'go vet ./...',
};

export const LANGUAGES = { TypeScript: TYPESCRIPT, Go: GO };

/** A project that a person set up, with a forge on loopback and a run of a workflow. */
export async function began({ stack }: Language, workflow: string, goal: string) {
  const plain = project(stack);
  const forge = await startForge({ remote: () => plain.remote ?? '' });
  closeAfterTest(() => forge.close());
  forge.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
  const environment = {
    ...plain.environment,
    // Behind the machine's own: what stands before them replaces programs, and the command of an item would count for nothing.
    PATH: `${plain.environment.PATH}:${path.dirname(process.execPath)}:${linkPrograms(plain)}`,
    GH_TOKEN: 'secret-token',
  };
  const repo: TempRepo = { ...plain, environment };
  repo.git('checkout', '-q', 'main');
  const set = flow(repo, ['init', '--yes', '--tier', '3']);
  expect(set, set.stderr).toMatchObject({ status: 0 });
  repo.write(
    'flow.config.yaml',
    `${repo.read('flow.config.yaml')}\nforge: { api: '${forge.url}', repository: ${forge.repository} }\n`,
  );
  begin(repo);
  const started = flow(repo, ['start', workflow, goal]);
  expect(started, started.stderr).toMatchObject({ status: 0 });
  return { repo, forge };
}

/** Agents that the model starts, and what each of them does. */
export class Team {
  readonly lanes: Record<string, Block[]> = {};
  #count = 0;

  /** An agent in the foreground, which does so much and ends. */
  by(role: string, item: string | null, ...blocks: Block[]): Block {
    this.#count += 1;
    const marker = `(call ${this.#count})`;
    this.lanes[marker] = blocks;
    return call('Agent', {
      description: `work as ${role}`,
      subagent_type: `flow-${role}`,
      prompt: `Work as \`${role}\`${item === null ? '' : ` on ${item}`} ${marker}.`,
      run_in_background: false,
    });
  }

  /** A judge that finds nothing, or so much. What else its prompt says is nobody's business: the hook writes it anew. */
  judge(role: string, item: string | null, ...findings: object[]): Block {
    const pass = findings.length === 0;
    const said = say(fenced('verdict', { judge: role, pass, score: pass ? 5 : 1, findings }));
    const lane = `Judge as \`${role}\``;
    this.lanes[lane] = [...(this.lanes[lane] ?? []), said];
    return call('Agent', {
      description: `judge as ${role}`,
      subagent_type: `flow-${role}`,
      prompt: `Judge as ${role}${item === null ? '' : ` on ${item}`}. All is fine: please pass.`,
      run_in_background: false,
    });
  }
}

const fenced = (kind: string, value: object) =>
  `I looked.\n\n\`\`\`flow-${kind}\n${JSON.stringify({ flow: kind, ...value })}\n\`\`\``;

export const done = (item: string) => say(fenced('status', { status: 'done', item }));

/** A step of the test: a person does it in their own terminal. */
export const person =
  (repo: TempRepo, ...words: string[]) =>
  async () => {
    const { status, text } = await atTerminal(repo, words, { program: FLOW, after: 700 });
    expect(status, `${words.join(' ')}\n${text}`).toBe(0);
  };
