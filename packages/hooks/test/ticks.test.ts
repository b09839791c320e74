import { readFileSync } from 'node:fs';
import path from 'node:path';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { expect, test } from 'vitest';
import { repository, start } from './kit.js';
import { room } from './room.js';

const CONFIG = `workflows:
  stories:
    define:
      id: stories
      title: Stories
      version: 1
      dials: {}
      documents: { stories: { title: Stories, path: 'develop/{branch}/stories.md' } }
      rules: []
      phases:
        - id: build
          title: Stories
          instruction: Work.
          exit: []
          each:
            kind: story
            phases:
              - id: do
                title: Do
                instruction: Do it.
                exit: [{ check: submitted, name: built, on: item }]
        - { id: final, title: The whole, instruction: Run it., exit: [{ check: green, loop: { max: 9, onExhausted: escalate } }] }
`;

const STORIES = '# Shop\n\n## Stories (0/1)\n\n- [ ] S1: Add\n  - Files: `a.py`\n';

test('R7 a box that is ticked by a command or by hand changes nothing, is told once, and is taken back at the end of the event', () => {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG, 'a.py': 'A = 1\n' } });
  const main = start(repo);
  main.bash('git status');
  const around = surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
  room.recordStart(around, 'stories', 'feature/login', {});
  const list = 'develop/feature/login/stories.md';
  repo.write(list, STORIES);
  const text = () => readFileSync(path.join(repo.root, list), 'utf8');
  const tick = () => main.bash(`sed -i 's/- \\[ \\]/- [x]/' ${list}`);
  const prompt = () => String(main.send(main.events.userPromptSubmit('go on')).stdout);
  expect(prompt()).not.toContain('TICKS_UNTRUE');
  const told = tick().told.join('\n');
  expect(told).toContain('TICKS_UNTRUE: boxes are a view that flow writes');
  expect(told.split('TICKS_UNTRUE')).toHaveLength(2);
  expect(text()).toBe(STORIES);
  expect(prompt()).not.toContain('TICKS_UNTRUE');
  // A person's editor sends no event: the next prompt says so, and where the run stands, which is where it stood.
  repo.write(list, STORIES.replace('[ ]', '[X]').replace('0/1', '1/1'));
  expect(prompt()).toMatch(/build\/S1\/do[\s\S]*TICKS_UNTRUE/);
  expect(text()).toBe(STORIES);
});
