import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { start } from '../../hooks/test/kit.js';
import { type AtTerminal, atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* A person approves each item by itself, and chooses for each, through the built program in a terminal. */

const CONFIG = `workflows:
  heard:
    define:
      id: heard
      title: Each story is heard
      version: 1
      dials: {}
      documents:
        stories: { title: Stories, path: 'develop/{branch}/stories.md' }
      rules: []
      gates:
        story: { title: 'The story is what was asked for', subjects: ['develop/{branch}/stories.md'] }
        whole: { title: 'All of it', tree: true }
      phases:
        - id: cut
          title: Cut
          instruction: Cut the goal into stories.
          produces: [stories]
          exit:
            - { check: listed, kind: story }
        - id: build
          title: Stories
          instruction: Work on the story that is named.
          exit: []
          each:
            kind: story
            phases:
              - id: look
                title: Look
                instruction: Show it to the user.
                exit:
                  - { check: approved, gate: story, on: item }
                  - { check: chosen, question: way, options: [fast, slow] }
              - id: work
                title: Work
                instruction: Do it.
                exit: [{ check: submitted, name: complete }]
              - id: slow
                title: Slow
                instruction: Take the time.
                when: { chosen: { way: [slow] } }
                exit: [{ check: submitted, name: told }]
        - id: final
          title: The whole
          instruction: Show all of it.
          exit:
            - { check: green }
            - { check: approved, gate: whole }
`;
const PLACE = 'develop/feature/login/stories.md';
const stories = (what = 'Adds two numbers.') => `# Shop

## Stories

- [ ] S1: Sums
  - Criteria:
    - ${what}
  - Files: sums.py
- [ ] S2: Twice
  - Criteria:
    - Doubles a number.
  - Files: twice.py
`;

interface Seen {
  position: string;
  items: { id: string; state: string; phase?: string; open?: { finding: { code: string } }[] }[];
}

const seen = (repo: TempRepo) => json(repo, ['status']).data as Seen;
const openOf = (repo: TempRepo, id: string) =>
  seen(repo)
    .items.find((one) => one.id === id)
    ?.open?.map(({ finding }) => finding.code) ?? [];
const byPerson = (repo: TempRepo, words: string[], more: AtTerminal = {}) =>
  atTerminal(repo, words, { program: FLOW, ...more });

function heard(): TempRepo {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG } });
  expect(flow(repo, ['start', 'heard'])).toMatchObject({ status: 0, stderr: '' });
  repo.write(PLACE, stories());
  expect(seen(repo).position).toBe('build/S1/look');
  return repo;
}

describe('G8 an approval and a choice of one item', () => {
  test('are asked for with the item in the command, and what names none, another or a wrong one is refused with the way on', () => {
    const repo = heard();
    const told = flow(repo, ['explain']).stdout;
    expect(told).toContain('flow approve story --item S1');
    expect(told).toContain('flow choose way <fast|slow> --item S1');
    expect(flow(repo, ['next']).stdout).toContain('flow approve story --item S1');
    expect(flow(repo, ['approve', '--list']).stdout).toMatch(
      /^story .*waits for items: S1, S2 \(`flow approve story --item S1`\)$/m,
    );
    const refused: [words: string[], says: string][] = [
      [['approve', 'story'], 'ITEM_MISSING: gate story is about an item: name it. flow approve story --item S1'],
      [['approve', 'story', '--item', 'S9'], 'ITEM_UNKNOWN: there is no item S9; there are: S1, S2.'],
      [['approve', 'whole', '--item', 'S1'], 'ITEM_NOT_ASKED: gate whole is not about an item. flow approve whole'],
      [['approve', 'story', '--item', 'S1'], 'Run `flow approve story --item S1` there.'],
      [['choose', 'way', 'fast'], 'ITEM_MISSING: way is about an item: name it.'],
      [['choose', 'way', 'fast', '--item', 'S9'], 'ITEM_UNKNOWN: there is no item S9'],
      [['choose', 'way', 'fast', '--item', 'S1'], 'NO_TERMINAL'],
      [['choose', 'way', 'wild', '--item', 'S1'], 'CHOICE_UNKNOWN'],
    ];
    for (const [words, says] of refused) {
      const { status, stderr } = flow(repo, words);
      expect([status === 0, stderr], words.join(' ')).toEqual([false, expect.stringContaining(says)]);
    }
    expect(openOf(repo, 'S1')).toEqual(['APPROVAL_MISSING', 'CHOICE_MISSING']);
  });

  test('typed in a session it names its item behind the command; one that nobody knows, or none, is refused with the way on', () => {
    const repo = heard();
    const it = start(repo);
    const typed = (gate: string, words: string) =>
      JSON.stringify(it.send(it.events.userPromptExpansion(`approve-${gate}`, words)).json);
    expect(typed('story', '')).toContain('ITEM_MISSING: gate story is about an item: name it. Type: /approve-story S1');
    expect(typed('story', 'S9')).toContain('ITEM_UNKNOWN: there is no item S9; there are: S1, S2.');
    expect(typed('whole', 'S1')).toContain('ITEM_NOT_ASKED: gate whole is not about an item. Type: /approve-whole');
    expect(typed('story', ' S2 ')).toContain('npx flow-hooks approve story --item S2');
    expect(openOf(repo, 'S2')).toContain('APPROVAL_MISSING');
  });

  test.skipIf(!HAS_SCRIPT)(
    'speak of that item and its words as they were shown: another waits for its own, and new words wait again',
    async () => {
      const repo = heard();
      const words = ['approve', 'story', '--item', 'S1'];
      // Whoever declines, and an agent's shell, approve nothing.
      expect(await byPerson(repo, words, { answer: () => 'no' })).toMatchObject({ status: 1 });
      expect(await byPerson(repo, words, { environment: { CLAUDECODE: '1' } })).toMatchObject({ status: 1 });
      expect(openOf(repo, 'S1')).toContain('APPROVAL_MISSING');

      const { status, text } = await byPerson(repo, words);
      expect({ status, text }).toEqual({
        status: 0,
        text: expect.stringMatching(/Approved: gate story for S1, .* in this terminal/),
      });
      expect(text).toMatch(/^Item S1: Sums$/m);
      expect(text).toMatch(/^ +- Adds two numbers\.$/m);
      expect(openOf(repo, 'S1')).toEqual(['CHOICE_MISSING']);
      expect(openOf(repo, 'S2')).toEqual(['APPROVAL_MISSING', 'CHOICE_MISSING']);
      expect(repo.read('develop/feature/login/gate-story-S1.approved')).toContain('"item":{"digest":"');
      // The gate as a whole is not approved by that.
      expect(flow(repo, ['approve', '--list']).stdout).toMatch(/^story +open .*waits for items: S2 /m);

      const chosen = await byPerson(repo, ['choose', 'way', 'fast', '--item', 'S1']);
      expect(chosen).toMatchObject({ status: 0, text: expect.stringContaining('Choose for way of S1 (Sums): fast') });
      expect(flow(repo, ['submit', 'complete', '--item', 'S1'])).toMatchObject({ status: 0 });
      expect(seen(repo).items.map(({ id, state }) => `${id} ${state}`)).toEqual(['S1 done', 'S2 ready']);
      expect(await byPerson(repo, ['choose', 'way', 'slow', '--item', 'S2'])).toMatchObject({ status: 0 });
      expect(openOf(repo, 'S2')).toEqual(['APPROVAL_MISSING']);

      // Words that a person has not seen are not approved; the ones that were shown are, once they are back.
      repo.write(PLACE, stories('Adds any numbers.'));
      expect(openOf(repo, 'S1')).toContain('APPROVAL_MISSING');
      expect(openOf(repo, 'S2')).toEqual(['APPROVAL_MISSING']);
      repo.write(PLACE, stories());
      expect(seen(repo).items[0]).toMatchObject({ id: 'S1', state: 'done' });
      expect(await byPerson(repo, ['approve', 'story', '--item', 'S2'])).toMatchObject({ status: 0 });
      expect(seen(repo).position).toBe('build/S2/work');
      expect(flow(repo, ['submit', 'complete', '--item', 'S2'])).toMatchObject({ status: 0 });
      expect(seen(repo).position).toBe('build/S2/slow');
    },
  );
});
