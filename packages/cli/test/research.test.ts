import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { start } from '../../hooks/test/kit.js';
import { flow, json, repository } from './kit.js';

/* Research in parts, and skills of the machine, through the program. */

const CONFIG = `workflows:
  look:
    define:
      id: look
      title: Look first
      version: 1
      dials: {}
      documents:
        research: { title: Research, path: 'specs/{branch}/research.md', parts: 'specs/{branch}/research' }
      gates: { research: { title: what is known, subjects: ['specs/{branch}/research.md'] } }
      rules: []
      phases:
        - id: research
          title: Research
          instruction: Have it looked into.
          produces: [research]
          exit:
            - { check: document, document: research }
            - { check: gathered, document: research }
          each:
            kind: topic
            phases:
              - id: look
                title: Look
                instruction: Look into it.
                roles: [researcher, explorer]
                exit:
                  - { check: gathered, document: research }
                  - { check: submitted, name: found, on: item }
        - id: approve
          title: Approve
          instruction: Wait.
          exit: [{ check: approved, gate: research, on: ['doc:research'] }]
        - id: whole
          title: Whole
          instruction: Run all.
          exit: [{ check: green }]
`;

const FOLDER = 'specs/feature/login';
const DOCUMENT = `${FOLDER}/research.md`;
const part = (id: string) => `${FOLDER}/research/${id}.md`;

const TOPICS = `# Research: login

## Topics

- [ ] T1: [EXTERNAL] How tokens are refreshed
- [ ] T2: [CODEBASE] The session in the code

## Executive Summary

## External Research

## Sources
`;

function started(topics = TOPICS): TempRepo {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG, 'total.py': 'x = 1\n' } });
  expect(flow(repo, ['start', 'look'])).toMatchObject({ status: 0, stderr: '' });
  repo.write(DOCUMENT, topics);
  return repo;
}

const done = (repo: TempRepo, ...words: string[]) => {
  const run = json(repo, words);
  expect(run.error, words.join(' ')).toBeUndefined();
  return run.data as Record<string, never>;
};
const read = (repo: TempRepo, file = DOCUMENT) => readFileSync(path.join(repo.root, file), 'utf8');
const isThere = (repo: TempRepo, file: string) => existsSync(path.join(repo.root, file));
const openOf = (repo: TempRepo): string => flow(repo, ['status']).stdout;

describe('research in parts', () => {
  test('X23 X25 X26 topics are looked into at once by agents of their kinds, and their parts become one document', () => {
    const repo = started();
    expect(done(repo, 'status')).toMatchObject({
      phase: 'research',
      items: [
        { id: 'T1', state: 'ready', phase: 'look' },
        { id: 'T2', state: 'ready', phase: 'look' },
      ],
    });
    expect(flow(repo, ['next']).stdout).toContain('also ready: T2');
    expect(done(repo, 'research')).toMatchObject({
      topics: [
        { id: 'T1', category: 'external', agent: 'researcher', path: part('T1'), part: null },
        { id: 'T2', category: 'codebase', agent: 'explorer', path: part('T2'), part: null },
      ],
    });
    // What an agent is given names its file.
    expect(done(repo, 'brief', '--role', 'explorer', '--item', 'T2')).toMatchObject({
      brief: { item: { files: [part('T2')] } },
    });
    expect(openOf(repo)).toContain('no part is there yet of T1 (researcher)');
    for (const id of ['T1', 'T2']) done(repo, 'item', 'begin', id);
    repo.write(part('T1'), '## External Research\n\n- Rotate them\n\n## Sources\n\n- RFC 6819\n');
    repo.write(part('T2'), 'Sessions live in `session.py`.\n');
    for (const id of ['T1', 'T2']) done(repo, 'submit', 'found', '--item', id);
    expect(openOf(repo)).toContain('parts of T1, T2 are there: merge them with `flow research merge`');
    const merged = done(repo, 'research', 'merge') as unknown as { merged: string[]; ref: string };
    expect(merged.merged).toEqual(['T1', 'T2']);
    expect(read(repo)).toBe(`# Research: login

## Topics

- [x] T1: [EXTERNAL] How tokens are refreshed
- [x] T2: [CODEBASE] The session in the code

## Executive Summary

## External Research

### How tokens are refreshed (topic T1)

- Rotate them

## Sources

### How tokens are refreshed (topic T1)

- RFC 6819

## Codebase Analysis

### The session in the code (topic T2)

Sessions live in \`session.py\`.
`);
    expect(isThere(repo, `${FOLDER}/research`)).toBe(false);
    // Git has what was removed, whatever it cleans up.
    repo.git('gc', '--prune=now', '--quiet');
    expect(repo.git('show', `${merged.ref}:T2.md`)).toBe('Sessions live in `session.py`.');
    expect(done(repo, 'status')).toMatchObject({ phase: 'approve', waiting: 'person' });
    expect(json(repo, ['research', 'merge'])).toMatchObject({ status: 1, error: { code: 'NO_PARTS' } });
  });

  test('X26 a part that cannot be merged stays and is told, and so does one of no topic', () => {
    const repo = started();
    repo.write(part('T1'), 'It is open:\n\n```\n');
    repo.write(part('T2'), 'Sessions live here.\n');
    repo.write(part('notes'), 'Mine.\n');
    const { merged, kept } = done(repo, 'research', 'merge') as unknown as { merged: string[]; kept: object[] };
    expect(merged).toEqual(['T2']);
    expect(kept).toEqual([
      { path: part('notes'), why: 'no topic is called like its file' },
      { path: part('T1'), why: expect.stringContaining('would read otherwise') },
    ]);
    expect([read(repo, part('T1')), read(repo, part('notes'))]).toEqual(['It is open:\n\n```\n', 'Mine.\n']);
    expect(read(repo)).not.toContain('It is open');
    // Closed, it is merged beside the other.
    repo.write(part('T1'), 'It is open:\n\n```\nno\n```\n');
    expect(done(repo, 'research', 'merge')).toMatchObject({ merged: ['T1'] });
    expect(read(repo)).toContain('Sessions live here.');
  });

  test('X26 what lies elsewhere is no part: links and folders', () => {
    const repo = started();
    repo.write('secret.md', 'Secret.\n');
    repo.write(part('T2'), 'Sessions live here.\n');
    symlinkSync(path.join(repo.root, 'secret.md'), path.join(repo.root, part('T1')));
    expect(done(repo, 'research', 'merge')).toMatchObject({ merged: ['T2'], kept: [{ path: part('T1') }] });
    expect(read(repo)).not.toContain('Secret');
    expect(isThere(repo, 'secret.md')).toBe(true);
  });

  test('X24 one kind of agent alone is no research', () => {
    const repo = started(TOPICS.replace('[CODEBASE]', '[DOMAIN-WEB]'));
    expect(openOf(repo)).toContain('no topic of research is for explorer');
    repo.write(DOCUMENT, TOPICS.replace('[CODEBASE]', '[TOOLING]'));
    expect(openOf(repo)).not.toContain('no topic of research is for');
    repo.write(DOCUMENT, TOPICS.replace('[CODEBASE] ', ''));
    expect(openOf(repo)).toContain('T2: write what each topic is about');
  });

  test('X26 a workflow without parts says so', () => {
    const repo = repository({ files: { 'total.py': 'x = 1\n' } });
    expect(flow(repo, ['start', 'tdd'])).toMatchObject({ status: 0 });
    expect(json(repo, ['research'])).toMatchObject({ status: 1, error: { code: 'NO_RESEARCH' } });
  });
});

const INTERVIEW = `<!-- flow: interview 1 -->
# Interview: login

## Goal

- Log in without a password

## Answers

- Where are sessions kept?
  - Looked up: \`total.py\` keeps none
  - Answer: In a table
- How long do they last?
  - Looked up: \`total.py\`
  - Answer: A day
- Who may end one?
  - Looked up: \`total.py\`
  - Answer: Its user

## Approaches

- A: links by mail
- B: passkeys

## Approach

- A: because every user has mail
`;

describe('the workflow spec', () => {
  /** A file tool of an agent, or of the session itself: whether it may write, or a person is asked. */
  const writes = (repo: TempRepo, file: string, type?: string): string => {
    const it = start(repo, type === undefined ? {} : { agent: { id: `a-${type}`, type } });
    const { json: said } = it.send(it.events.preToolUse('Write', { file_path: repo.path(file), content: 'x\n' }, 'w1'));
    const decision = (said as { hookSpecificOutput?: { permissionDecision?: string } } | null)?.hookSpecificOutput;
    return decision?.permissionDecision ?? 'allow';
  };

  test('X21 X22 X24 X25 a specification is researched by agents of both kinds at once, and the session itself only coordinates', () => {
    const repo = repository({
      files: { 'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n', 'total.py': 'x = 1\n' },
    });
    expect(flow(repo, ['start', 'spec'])).toMatchObject({ status: 0 });
    repo.write(`${FOLDER}/interview.md`, INTERVIEW);
    expect(flow(repo, ['status']).stdout).toContain('phase research');
    // Before a topic is listed there is nothing that an agent could look into.
    expect(flow(repo, ['next']).stdout).not.toContain('Start, in the foreground');
    repo.write(DOCUMENT, flow(repo, ['template', 'research', '--title', 'login']).stdout);
    expect(openOf(repo)).toContain('ITEMS_MISSING');
    repo.write(
      DOCUMENT,
      read(repo).replace(
        '## Topics\n',
        '## Topics\n\n- [ ] T1: [EXTERNAL] Links by mail\n- [ ] T2: [CODEBASE] The session\n',
      ),
    );
    const next = flow(repo, ['next']).stdout;
    expect(next).toMatch(
      /Start, in the foreground, all in one message, each as a separate agent:\n {2}flow-researcher .*Work as researcher on T1.*\n {2}flow-explorer .*Work as explorer on T2/,
    );
    expect(done(repo, 'agents', 'show', 'explorer')).toMatchObject({
      tools: ['Read', 'Grep', 'Glob', 'Write'],
      model: 'haiku',
    });
    expect([
      writes(repo, part('T1'), 'flow-researcher'),
      writes(repo, part('T2'), 'flow-explorer'),
      writes(repo, part('T2')),
      writes(repo, 'total.py', 'flow-explorer'),
    ]).toEqual(['allow', 'allow', 'ask', 'deny']);
    for (const id of ['T1', 'T2']) {
      repo.write(part(id), `## Executive Summary\n\n- ${id} is known\n`);
    }
    // Behind its part a topic is only handed in.
    expect(flow(repo, ['next']).stdout).not.toContain('Start, in the foreground');
    for (const id of ['T1', 'T2']) done(repo, 'submit', 'found', '--item', id);
    done(repo, 'research', 'merge');
    expect(done(repo, 'status')).toMatchObject({
      phase: 'research',
      waiting: 'person',
      open: [{ finding: { code: 'APPROVAL_MISSING' } }],
    });
    // Ten sections, whatever the parts say.
    expect([...read(repo).matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      ...['Topics', 'Executive Summary', 'External Research', 'Codebase Analysis', 'Related Specs', 'Quality Commands'],
      ...[
        'Verification Tooling',
        'Feasibility Assessment',
        'Recommendations for Requirements',
        'Open Questions',
        'Sources',
      ],
    ]);
  });

  test('V10 a plan that is explored has researcher and explorer look at once', () => {
    const repo = repository({
      files: { 'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n', 'total.py': 'x = 1\n' },
    });
    expect(flow(repo, ['start', 'plan', '--dial', 'discovery=asked'])).toMatchObject({ status: 0 });
    repo.write('plans/feature/login/brief.md', '<!-- flow: interview 1 -->\n# Brief\n\n## Goal\n\n- Log in\n');
    repo.write(
      'plans/feature/login/discovery.md',
      '# Discovery\n\n## Topics\n\n- [ ] T1: [EXTERNAL] Mail\n- [ ] T2: [RELATED] Sessions\n',
    );
    expect(openOf(repo)).toContain('no part is there yet of T1 (researcher), T2 (explorer)');
    repo.write('plans/feature/login/discovery/T1.md', 'Mail is slow.\n');
    repo.write('plans/feature/login/discovery/T2.md', 'Sessions are kept.\n');
    expect(openOf(repo)).toContain('merge them with `flow research merge`');
    expect(done(repo, 'research', 'merge')).toMatchObject({ merged: ['T1', 'T2'] });
    expect(openOf(repo)).not.toContain('RESEARCH_OPEN');
  });
});

describe('skills of the machine', () => {
  const skill = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;

  test('X17 X18 X19 X20 installed skills are found, matched twice, recorded with those that do not fit, and told in briefs', () => {
    const repo = repository({ files: { 'flow.config.yaml': CONFIG, 'total.py': 'x = 1\n' } });
    repo.write('.claude/skills/tokens/SKILL.md', skill('tokens', 'Refreshes tokens of a session by rotation.'));
    repo.write('.agents/skills/paint/SKILL.md', skill('paint', 'Paints a fence.'));
    repo.write('.claude/skills/broken/SKILL.md', '---\nname: [\n---\n');
    repo.write('.claude/skills/evil/SKILL.md', skill('"evil \\e[31m; rm -rf"', 'Refreshes tokens of a session.'));
    const plugins = path.join(repo.environment.HOME!, '.claude/plugins');
    const root = path.join(plugins, 'cache/market/helper/1.0.0');
    repo.write(
      path.relative(repo.root, path.join(root, 'skills/session/SKILL.md')),
      skill('session', 'Knows the session and its tokens.'),
    );
    repo.write(
      path.relative(repo.root, path.join(plugins, 'installed_plugins.json')),
      JSON.stringify({ version: 2, plugins: { 'helper@market': [{ installPath: root }] } }),
    );
    repo.write('.claude/skills/rotate/SKILL.md', skill('rotate', 'Secrets and their rotation.'));
    const begun = flow(repo, ['start', 'look', 'A session with tokens']);
    expect(begun.stdout).toContain('Skill that may help: helper:session (session, tokens)');
    // What a stranger calls a skill is typed by nobody: its folder names it.
    const first = [
      { name: 'evil', words: ['tokens', 'session'] },
      { name: 'tokens', words: ['tokens', 'session'] },
      { name: 'helper:session', words: ['session', 'tokens'] },
    ];
    expect(done(repo, 'skills')).toEqual({ passes: [{ pass: 'goal', matched: first, others: ['rotate', 'paint'] }] });
    repo.write(DOCUMENT, TOPICS);
    repo.write(part('T1'), '## Executive Summary\n\n- Secrets need rotation\n');
    expect(done(repo, 'research', 'merge')).toMatchObject({
      skills: { matched: [{ name: 'rotate', words: ['secrets', 'rotation'] }], others: ['paint'] },
    });
    expect(done(repo, 'skills', 'look')).toMatchObject({ matched: [], others: ['paint'] });
    expect(done(repo, 'skills')).toMatchObject({ passes: [{}, { pass: 'research' }, { matched: [] }] });
    const told = flow(repo, ['brief', '--item', 'T2']).stdout;
    expect(told).toContain('- helper:session (session, tokens)\n- rotate (secrets, rotation)');
    expect(flow(repo, ['brief', '--role', 'qa']).stdout).not.toContain('helper:session');
  });
});
