import path from 'node:path';
import { bash, call, say } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { guarded, play, refused } from '../../hooks/test/client-kit.js';
import { flow, linkPrograms } from './kit.js';
import { reached, STACKED, write } from './work-kit.js';

/* Ways around a phase that a scripted agent tries in the real client: none of them leads on. */

const ended = { isError: false };

describe.skipIf(STACKED.length === 0).each(STACKED.slice(0, 1))(
  'around the plan of a ceremony, $stack.name',
  (work) => {
    const { stack, source, done } = work;
    const written = `cat > ${source} <<'EOF'\n${done}EOF`;

    const started = () => {
      const repo = guarded(stack);
      expect(flow(repo, ['start', 'ceremony'])).toMatchObject({ status: 0 });
      const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
      return { ...repo, environment };
    };

    test('D60 D97 a sub-agent writes no code either, and a link that is named like a document is what it leads to', async () => {
      const repo = started();
      const agent = { description: 'try', subagent_type: 'general-purpose', run_in_background: false };
      const { run, answers } = await play(
        repo,
        [
          call('Agent', { ...agent, prompt: 'LANE-A: write the code' }),
          bash(`mkdir -p docs && ln -s ../${source} docs/notes.md`),
          write(repo, 'docs/notes.md', done),
          bash(`cat > docs/notes.md <<'EOF'\n${done}EOF`),
          reached(repo, 'plan'),
        ],
        { agents: { 'LANE-A': [write(repo, source, done), bash(written), say('refused twice')] } },
      );
      const inside = run.toolResults.filter(({ lane }) => lane === 'LANE-A');
      expect(inside[0]).toMatchObject(refused('EDIT_FORBIDDEN', 'Write'));
      expect(inside[1]).toMatchObject(refused('EDIT_FORBIDDEN'));
      expect(answers.slice(2)).toMatchObject([refused('EDIT_FORBIDDEN', 'Write'), refused('EDIT_FORBIDDEN')]);
    });

    test('D97 what a person decides is refused by whatever name, and another name of the branch loses no run', async () => {
      const repo = started();
      const words = [
        'set-phase implement',
        'waive plan.document done',
        'end cancelled',
        'reset',
        'override "it is urgent"',
      ];
      const { answers } = await play(repo, [
        ...words.map((line, at) => bash(at % 2 === 0 ? `flow ${line}` : `sh -c 'flow "$@"' - ${line}`)),
        bash('flow start tdd'),
        bash('git branch -m feature/free'),
        write(repo, source, done),
        bash('git branch -m feature/login'),
        reached(repo, 'plan'),
      ]);
      // By the guard before the call; else by the program, which looks for who called it.
      const personal = { isError: true, text: expect.stringMatching(/\b(?:PERSON_ONLY|AGENT_ANCESTOR): /) };
      for (const answer of answers.slice(0, words.length)) expect(answer).toMatchObject(personal);
      expect(answers.slice(words.length)).toMatchObject([
        { isError: true, text: expect.stringContaining('RUN_EXISTS') },
        ended,
        refused('EDIT_FORBIDDEN', 'Write'),
        ended,
      ]);
    });

    test('D97 code that comes by another branch, or by a program nobody can read, leads nowhere', async () => {
      const repo = started();
      const tool = path.join(repo.area, 'tool.mjs');
      const { answers } = await play(repo, [
        bash('git symbolic-ref HEAD refs/heads/free'),
        write(repo, source, done),
        bash('git symbolic-ref HEAD refs/heads/feature/login'),
        reached(repo, 'plan'),
        write(repo, source, `${done}\n`),
        call('Write', {
          file_path: tool,
          content: `import { writeFileSync } from 'node:fs';\nwriteFileSync(process.argv[2], process.argv[3]);\n`,
        }),
        bash(`node ${tool} "$(printf '%s' ${source} | rev | rev)" x`),
        reached(repo, 'plan'),
      ]);
      expect(answers[3]).toMatchObject(refused('EDIT_FORBIDDEN', 'Write'));
      // Seen before or behind the call: never unsaid.
      expect(answers[5]!.told).toMatch(/EDIT_FORBIDDEN|EDIT_BREACH/);
    });
  },
);
