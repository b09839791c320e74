import { codexAgent, type TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { HOOK, start } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { at, building, CONFIG, FOLDER, LIST, REWORDED, SPEC, SPEC_FILE, TASKS, written } from './contract-kit.js';
import { FLOW, flow, json, repository } from './kit.js';
import { asked, FORM, MERGED } from './loops-kit.js';
import { approve } from './report-kit.js';

/* A contract that changes while it is built: through the hook and the program. */

test('R68 what a person approved is not edited by who builds it, and the refusal offers a proposal', () => {
  const repo = building();
  const it = start(repo);
  const refused = it.write(SPEC_FILE, REWORDED).refused;
  expect(refused).toContain('EDIT_OF_CONTRACT');
  expect(refused).toContain("flow item propose do-1 --gap divergent --text '…' --reason '…'");
  expect(
    it.write(SPEC_FILE, SPEC.replace('\n## Must NOT', '- do-3: Doubles a price.\n\n## Must NOT')).refused,
  ).toContain('flow item propose spec --gap missing');
  const edit = (from: string, to: string, file = LIST) =>
    it.tool('Edit', { file_path: repo.path(file), old_string: from, new_string: to });
  expect(edit('1 and 2 are 3', '1 and 2 are 4').refused).toContain('EDIT_OF_CONTRACT');
  expect(it.bash(`sed -i s/two/any/ ${SPEC_FILE}`).refused).toContain('EDIT_OF_CONTRACT');
  expect(it.bash(`rm -r ${FOLDER}`).refused).toContain('EDIT_OF_CONTRACT');
  expect(repo.read(SPEC_FILE)).toBe(SPEC);
});

test('R67 R68 ticks, notes and layout are no contract: nobody is refused, and nothing lapses', () => {
  const repo = building();
  const it = start(repo);
  const edit = (from: string, to: string, file = SPEC_FILE) =>
    it.tool('Edit', { file_path: repo.path(file), old_string: from, new_string: to });
  for (const [from, to] of [
    ['- do-1', '- [x] do-1'],
    ['- do-2: Halves a price.', '* do-2: Halves\n  a price.'],
    ['Nothing yet.', 'Prices are cents.'],
  ] as const) {
    expect(edit(from, to).refused, to).toBeNull();
    repo.write(SPEC_FILE, repo.read(SPEC_FILE).replace(from, to));
    expect(at(repo)).toBe('build/A/work');
  }
  expect(edit('- [ ] A', '- [x] A', LIST).refused).toBeNull();
  // Files of the work, and documents before their gate, are as free as ever.
  expect(it.write('a.txt', 'new\n').refused).toBeNull();
  expect(it.bash(`git stash list; git diff ${SPEC_FILE}`).refused).toBeNull();
  const early = written();
  expect(start(early).write(SPEC_FILE, REWORDED).refused).toBeNull();
});

/** A change of one line of a file, as Codex writes it: with a line before it, and all old lines. */
const patched = (file: string, before: string, old: string, put: string) =>
  `*** Begin Patch\n*** Update File: ${file}\n@@\n ${before}\n-${old}\n+${put}\n*** End Patch\n`;

test('D47 R67 R68 a patch of Codex is held against the file that is there: a promise is refused, a tick, a note and layout are not told', () => {
  const repo = building();
  const it = codexAgent({ hook: HOOK, repo });
  it.start();
  const patch = (...words: Parameters<typeof patched>) => it.patch(patched(...words));
  const promise = '- do-1: Adds two prices.';
  const refused = patch(SPEC_FILE, '', promise, '- do-1: Adds any prices.').refused;
  expect(refused).toContain("flow item propose do-1 --gap divergent --text '…' --reason '…'");
  expect(patch(LIST, '  - Criteria:', '    - AC1: 1 and 2 are 3', '    - AC1: 1 and 2 are 4').refused).toContain(
    'EDIT_OF_CONTRACT',
  );
  const others = [
    `*** Add File: b.md\n+x\n*** Update File: ${SPEC_FILE}\n@@ ## Must Do\n \n-${promise}`,
    `*** Update File: ${SPEC_FILE}\n*** Move to: elsewhere.md\n@@\n-${promise}\n+${promise}`,
    `*** Delete File: ${SPEC_FILE}`,
    `*** Add File: ${SPEC_FILE}\n+# Spec`,
  ];
  for (const body of others)
    expect(it.patch(`*** Begin Patch\n${body}\n*** End Patch\n`).refused, body).toContain('EDIT_OF_CONTRACT');
  const free = { refused: null, told: [] };
  for (const [file, before, old, put] of [
    [SPEC_FILE, '', promise, '- [x] do-1: Adds two prices.'],
    [SPEC_FILE, promise, '- do-2: Halves a price.', '* do-2: Halves\n+  a price.'],
    [SPEC_FILE, '', 'Nothing yet.', 'Prices are cents.'],
    [LIST, '', '- [ ] A: Add prices', '- [x] A: Add prices'],
    ['a.txt', '', '', 'new'],
  ] as const)
    expect(patch(file, before, old, put), put).toMatchObject(free);
  // What the client would not apply either, it tells the agent itself.
  expect(patch(SPEC_FILE, 'nowhere', promise, '- do-1: Adds any prices.').refused).toBeNull();
  const early = written();
  const other = codexAgent({ hook: HOOK, repo: early });
  other.start();
  expect(other.patch(patched(SPEC_FILE, '', promise, '- do-1: Adds any prices.')).refused).toBeNull();
});

test('R68 a gap is proposed by its kind; what nobody promised is refused with what there is', () => {
  const repo = building();
  const propose = (...words: string[]) => json(repo, ['item', 'propose', ...words]);
  const why = ['--text', 'Adds any prices.', '--reason', 'there are three'];
  expect(propose('do-9', '--gap', 'divergent', ...why)).toMatchObject({
    status: 1,
    error: { code: 'PROMISE_UNKNOWN', message: expect.stringContaining('do-1, do-2, not-1, A, A:AC1') },
  });
  expect(propose('do-1', ...why)).toMatchObject({ error: { code: 'GAP_MISSING' } });
  expect(propose('spec', '--gap', 'partial', ...why)).toMatchObject({ error: { code: 'GAP_UNFIT' } });
  expect(propose('do-1', '--gap', 'partial', '--reason', 'x')).toMatchObject({ error: { code: 'TEXT_MISSING' } });
  expect(propose('do-1', '--gap', 'partial', '--text', 'x')).toMatchObject({ error: { code: 'REASON_MISSING' } });
  for (const [target, gap] of [
    ['do-1', 'divergent'],
    ['A:AC1', 'partial'],
    ['spec', 'missing'],
    ['do-2', 'unasked'],
  ] as const)
    expect(propose(target, '--gap', gap, ...why)).toMatchObject({
      ok: true,
      data: { proposal: { gap: { kind: gap, target } } },
    });
  expect(flow(repo, ['next']).stdout).toContain('Proposed: A:AC1 (partial). A person takes it: flow item take');
  expect(flow(repo, ['item']).stdout).toContain('change of do-2 (unasked)');
  // Nothing follows from it: the run is where it was, and the document is closed.
  expect(at(repo)).toBe('build/A/work');
  expect(start(repo).write(SPEC_FILE, REWORDED).refused).toContain('EDIT_OF_CONTRACT');
});

test.skipIf(!HAS_SCRIPT)(
  'R68 a person takes a proposal, and the contract is open until they approve it again; one that is left changes nothing',
  async () => {
    const repo = building();
    const it = start(repo);
    const propose = (target: string, text: string) => {
      const words = ['item', 'propose', target, '--gap', 'divergent', '--text', text, '--reason', 'the law'];
      return (json(repo, words).data as { proposal: { proposal: string } }).proposal.proposal;
    };
    const [first, second] = [propose('do-1', 'Adds any prices.'), propose('do-2', 'Thirds a price.')];
    // Only a person does either.
    for (const verb of ['take', 'leave'])
      expect(json(repo, ['item', verb, first, '--reason', 'x'])).toMatchObject({ error: { code: 'NO_TERMINAL' } });
    const left = await atTerminal(repo, ['item', 'leave', second, '--reason', 'no'], { program: FLOW });
    expect(left.text).toContain('Halves a price.');
    expect(left.status).toBe(0);
    expect(it.write(SPEC_FILE, REWORDED).refused).toContain('EDIT_OF_CONTRACT');
    const taken = await atTerminal(repo, ['item', 'take', first], { program: FLOW });
    expect(taken.text).toContain('would be:  Adds any prices.');
    expect(taken.status).toBe(0);
    expect(it.write(SPEC_FILE, REWORDED).refused).toBeNull();
    repo.write(SPEC_FILE, REWORDED);
    expect(at(repo)).toBe('review');
    approve(repo, 'shape');
    expect(at(repo)).toBe('build/A/work');
    expect(it.write(SPEC_FILE, SPEC).refused).toContain('EDIT_OF_CONTRACT');
  },
);

/** All three tasks done, and what is told of them. */
function done(): TempRepo {
  const repo = building();
  for (const id of ['A', 'B', 'C']) {
    expect(flow(repo, ['item', 'begin', id])).toMatchObject({ status: 0 });
    repo.write(`${id.toLowerCase()}.txt`, 'new\n');
    expect(flow(repo, ['submit', 'complete', '--item', id])).toMatchObject({ status: 0 });
  }
  expect(at(repo)).toBe('final');
  return repo;
}

interface Told {
  warnings: { code: string; args: Record<string, unknown> }[];
  gates: Record<string, { state: string }>;
  over: string[];
}

const told = (repo: TempRepo) => json(repo, ['status']).data as Told;
const reworded = (repo: TempRepo) => told(repo).warnings.find(({ code }) => code === 'CLAIMS_REWORDED')?.args;

test('R66 a claim that a person rewords lapses its approval and the items that cite it, with a count, and nothing else', () => {
  const repo = done();
  repo.write(SPEC_FILE, REWORDED);
  expect(at(repo)).toBe('review');
  expect(reworded(repo)).toMatchObject({ claims: ['do-1'], items: ['A'], gates: ['shape'] });
  expect(flow(repo, ['status']).stdout).toContain('do-1 changed since. That lapses 1 approval (shape), 1 item (A)');
  approve(repo, 'shape');
  // A is to be done again for the new words; B and C are done.
  expect(at(repo)).toBe('build/A/work');
  expect(told(repo).over.toSorted()).toEqual(['B', 'C']);
  expect(reworded(repo)).toMatchObject({ claims: ['do-1'], items: ['A'], gates: [] });
  flow(repo, ['item', 'begin', 'A']);
  repo.write('a.txt', 'for the new words\n');
  expect(flow(repo, ['submit', 'complete', '--item', 'A'])).toMatchObject({ status: 0 });
  expect(at(repo)).toBe('final');
  expect(reworded(repo)).toBeUndefined();
});

test('R66 R67 byte for byte as it was, everything holds again; ticks, notes and layout never lapsed anything', () => {
  const repo = done();
  const ticked = repo.read(LIST);
  for (const text of [SPEC.replace('Nothing yet.', 'Thought of again.'), SPEC.replace('- do-1', '- [x] do-1')]) {
    repo.write(SPEC_FILE, text);
    expect(at(repo)).toBe('final');
    expect(reworded(repo)).toBeUndefined();
    expect(told(repo).over.toSorted()).toEqual(['A', 'B', 'C']);
  }
  repo.write(SPEC_FILE, REWORDED);
  expect(at(repo)).toBe('review');
  // An item that is reworded is another one; the others are not.
  repo.write(LIST, ticked.replace('Halve prices', 'Third prices'));
  expect(told(repo).over).not.toContain('B');
  repo.write(SPEC_FILE, SPEC);
  repo.write(LIST, ticked);
  expect(at(repo)).toBe('final');
  expect(told(repo)).toMatchObject({ gates: { shape: { state: 'approved' } } });
  expect(told(repo).over.toSorted()).toEqual(['A', 'B', 'C']);
  expect(reworded(repo)).toBeUndefined();
});

test('R75 a claim that nobody wrote, an id or a heading that stands twice is an error with its line', () => {
  const repo = written();
  const errorsOf = () => {
    const { open } = json(repo, ['status']).data as { open: { finding: { code: string; args: { said?: string } } }[] };
    return flow(repo, ['next']).stdout + JSON.stringify(open);
  };
  expect(at(repo)).toBe('review');
  const lines = (text: string, of: string) => text.split('\n').findIndex((line) => line.includes(of)) + 1;
  for (const [file, text, where, said] of [
    [LIST, TASKS.replace('Claims: do-2', 'Claims: do-7'), '- [ ] B', 'do-7'],
    [LIST, TASKS.replace('- [ ] C:', '- [ ] A:'), '- [ ] A: Clean', 'A'],
    [SPEC_FILE, SPEC.replace('- do-2:', '- do-1:'), '- do-1: Halves', 'do-1'],
    [LIST, `${TASKS}\n## Tasks\n\n- [ ] D: Again\n  - Files: \`d.txt\`\n`, '## Tasks', 'Tasks'],
  ] as const) {
    repo.write(SPEC_FILE, file === SPEC_FILE ? text : SPEC);
    repo.write(LIST, file === LIST ? text : TASKS);
    expect(at(repo), said).toBe('cut');
    const line = said === 'Tasks' ? text.split('\n').lastIndexOf('## Tasks') + 1 : lines(text, where);
    expect(errorsOf(), said).toMatch(new RegExp(`(?:line |:|"line":)${line}\\b`));
  }
});

test('R74 two runs that reword one claim are told when the second one writes it, with both texts; the later one takes the other in', () => {
  const config = CONFIG.replace('develop/{branch}/spec.md', 'requirements.md').replace(
    'develop/{branch}/spec.md',
    'requirements.md',
  );
  const repo = repository({ files: { 'flow.config.yaml': config, 'whole.sh': 'exit 0\n', 'requirements.md': SPEC } });
  const contested = () => told(repo).warnings.filter(({ code }) => code === 'CLAIM_CONTESTED');
  expect(flow(repo, ['start', 'promised'])).toMatchObject({ status: 0 });
  repo.write('requirements.md', REWORDED);
  expect(contested()).toEqual([]);
  repo.commit('any prices');
  repo.git('switch', '-q', '-c', 'feature/other', 'main');
  expect(flow(repo, ['start', 'promised'])).toMatchObject({ status: 0 });
  // Another claim of the document is nobody's else.
  repo.write('requirements.md', SPEC.replace('Halves a price', 'Thirds a price'));
  expect(contested()).toEqual([]);
  repo.write('requirements.md', SPEC.replace('Adds two prices', 'Adds three prices'));
  expect(contested()).toMatchObject([
    {
      args: {
        claim: 'do-1',
        branch: 'feature/login',
        is: 'Adds three prices.',
        other: 'Adds any prices.',
        later: true,
      },
    },
  ]);
  expect(flow(repo, ['status']).stdout).toContain('git rebase feature/login');
  repo.commit('three prices');
  repo.git('switch', '-q', 'feature/login');
  expect(contested()).toMatchObject([{ args: { branch: 'feature/other', later: false } }]);
  // Both say the same: nothing is left to settle.
  repo.git('switch', '-q', 'feature/other');
  repo.write('requirements.md', REWORDED);
  expect(contested()).toEqual([]);
});

test.skipIf(!HAS_SCRIPT)(
  'X65 a run is paused, a person mends what is promised, and it goes on where that lapsed',
  async () => {
    const repo = done();
    expect(await atTerminal(repo, ['pause', 'the currency is wrong'], { program: FLOW })).toMatchObject({ status: 0 });
    expect(flow(repo, ['next']).stdout).toContain('the currency is wrong');
    repo.write(SPEC_FILE, REWORDED);
    expect(json(repo, ['next']).data).toMatchObject({ paused: expect.any(String), command: 'flow resume' });
    expect(flow(repo, ['resume'])).toMatchObject({ status: 0 });
    expect(at(repo)).toBe('review');
    approve(repo, 'shape');
    expect(at(repo)).toBe('build/A/work');
    expect(told(repo).over.toSorted()).toEqual(['B', 'C']);
  },
);

/** The tasks of `spec` that are worked on: requirements that a design and one task cite. */
const REQUIRED = '# Requirements\n\n## Requirements\n\n- R1: Two prices are added.\n- R2: A price is halved.\n';
const DESIGNED =
  '# Design\n\n## Parts\n\n- `add` fulfils R1.\n\n## Decisions\n\n- D1: Prices are cents.\n- D2: One file each.\n';
const CUT = `# Tasks

## Tasks

- [ ] 1.1 Add prices
  - Files: \`a.txt\`
  - Verify: \`test -e a.txt\`
  - Requirements: R1
- [ ] 1.2 Store prices
  - Files: \`b.txt\`
  - Verify: \`test -e b.txt\`
  - Criteria: as D1 says
`;

test('R66 R67 of a requirement that changes its own approval lapses, with what cites it; word for word as it was, all holds', () => {
  const repo = repository({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
  expect(flow(repo, ['start', 'spec', '--dial', 'intent=mid-sized'])).toMatchObject({ status: 0 });
  const file = (name: string) => `specs/feature/login/${name}.md`;
  const write = (name: string, text: string) => repo.write(file(name), text);
  const questions = [1, 2, 3].map((one) => asked(`Question ${one}?`, 'So.')).join('');
  const ways = '## Approaches\n\n- A: a\n- B: b\n\n## Approach\n\n- A: it is smaller.\n';
  write('interview', `${FORM}\n\n# Interview\n\n## Answers\n\n${questions}\n${ways}`);
  write('research', MERGED);
  for (const id of ['T1', 'T2']) json(repo, ['submit', 'found', '--item', id]);
  for (const [name, text] of Object.entries({ requirements: REQUIRED, design: DESIGNED, tasks: CUT }))
    write(name, text);
  for (const gate of ['research', 'requirements', 'design', 'tasks']) approve(repo, gate);
  expect(at(repo)).toBe('implement/1.1/execute');
  for (const id of ['1.1', '1.2']) {
    flow(repo, ['item', 'begin', id]);
    flow(repo, ['submit', 'complete', '--item', id]);
  }
  const open = () => {
    const { items } = json(repo, ['item']).data as { items: { id: string; open?: { check: string }[] }[] };
    return items.flatMap(({ id, open: checks = [] }) =>
      checks.some(({ check }) => /submitted/.test(check)) ? [id] : [],
    );
  };
  expect(open()).toEqual([]);
  const change = (name: string, text: string) => {
    write(name, text);
    const gates: string[] = [];
    for (let stop = at(repo); !stop.startsWith('implement') && gates.length < 9; stop = at(repo)) {
      gates.push(stop);
      approve(repo, stop);
    }
    return [gates, open()];
  };
  // The design and task 1.1 cite R1; nothing cites R2 but the requirements.
  const other = REQUIRED.replace('Two prices', 'Any prices');
  expect(change('requirements', other)).toEqual([['requirements', 'design', 'tasks'], ['1.1']]);
  expect(change('requirements', REQUIRED)).toEqual([[], []]);
  expect(change('requirements', REQUIRED.replace('halved', 'thirded'))).toEqual([['requirements'], []]);
  expect(change('requirements', REQUIRED)).toEqual([[], []]);
  // Of the design the tasks cite D1 alone.
  expect(change('design', DESIGNED.replace('One file each', 'One file'))).toEqual([['design'], []]);
  expect(change('design', DESIGNED.replace('cents', 'whole'))).toEqual([['design', 'tasks'], ['1.2']]);
  expect(change('design', DESIGNED)).toEqual([[], []]);
  // How far the work is, and what was noted, is no contract.
  expect(change('requirements', `${REQUIRED.replace('- R1', '* R1')}\n## Notes\n\nR1 was hard.\n`)).toEqual([[], []]);
  expect(change('tasks', CUT.replace('[ ] 1.1', '[x] 1.1'))).toEqual([[], []]);
});
