import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { agent, type TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, FLOW_HOOKS, flow, json, repository } from './kit.js';
import { deed } from './report-kit.js';

/* What happens to a branch happens to its run: nothing is left behind without a word. */

const HOOK = path.join(path.dirname(FLOW_HOOKS), 'hook.cjs');
const FOLDER = 'develop/feature/login';
const PLAN = '# Plan: x\n\n## User Concerns\n\n- prices must not change\n\n## Fragile Areas\n\n- total.py\n';
const FILES = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  'total.py': 'x = 1\n',
  'test_total.py': '',
};

/** A run in its second phase, its plan committed. */
function planned(): TempRepo {
  const repo = repository({ files: FILES });
  expect(flow(repo, ['install'], { program: FLOW_HOOKS }).status).toBe(0);
  expect(flow(repo, ['start', 'ceremony'])).toMatchObject({ status: 0, stderr: '' });
  repo.write(`${FOLDER}/plan.md`, PLAN);
  repo.commit('plan');
  return repo;
}

function played(repo: TempRepo, session?: string) {
  const one = agent({ hook: HOOK, repo, ...(session ? { session } : {}) });
  one.start();
  const prompt = (more: Record<string, unknown> = {}): string => {
    const { json: answer } = one.send({ ...one.events.userPromptSubmit('go on'), ...more });
    const told = (answer as { hookSpecificOutput?: { additionalContext?: string } } | null)?.hookSpecificOutput;
    return told?.additionalContext ?? '';
  };
  return { ...one, prompt };
}

const where = (repo: TempRepo) => json(repo, ['status']) as unknown as { data: unknown; error?: unknown };

test('D62 a run goes along when its branch is renamed, also twice, and a new branch of the old name has none', () => {
  const repo = planned();
  const it = played(repo);
  repo.git('branch', '-m', 'feature/signin');
  expect(where(repo).data).toMatchObject({ branch: 'feature/signin', phase: 'spec' });
  expect(it.write('total.py', 'x = 2\n').refused).toContain('EDIT_FORBIDDEN');
  repo.git('branch', '-m', 'feature/sign-in');
  expect(it.prompt()).toContain('phase spec [2/12] on feature/sign-in');
  expect(json(repo, ['start', 'tdd'])).toMatchObject({ error: { code: 'RUN_EXISTS' } });
  // The prompt has kept the new name: whoever takes the old one now takes nothing else.
  repo.git('switch', '-q', '-c', 'feature/login');
  expect(where(repo).error).toMatchObject({ code: 'NO_RUN' });
  expect(flow(repo, ['start', 'tdd']).status).toBe(0);
  repo.git('switch', '-q', 'feature/sign-in');
  expect(where(repo).data).toMatchObject({ workflow: 'ceremony', phase: 'spec' });
});

test('D50 D62 documents of a renamed branch are read where they lie, and where they are moved to', () => {
  const repo = planned();
  repo.git('branch', '-m', 'signin');
  repo.write('develop/signin/spec.md', '# Spec\n\n## Must Do\n\n- do-1: Adds.\n\n## Must NOT\n\n- not-1: Change.\n');
  expect(where(repo).data).toMatchObject({ branch: 'signin', phase: 'survey' });
  expect(flow(repo, ['status']).stdout).toContain(`mv ${FOLDER}/plan.md develop/signin/`);
  renameSync(repo.path(FOLDER, 'plan.md'), repo.path('develop/signin/plan.md'));
  expect(where(repo).data).toMatchObject({ phase: 'survey', concerns: ['prices must not change'] });
});

test('D50 documents in a folder that is nearly called like the branch are found and told, and read where they belong', () => {
  const repo = repository({ files: { 'README.md': '# cart\n' } });
  expect(flow(repo, ['start', 'ceremony']).status).toBe(0);
  const warned = () => flow(repo, ['status']).stdout;
  // Of another name, of another branch, behind a link, and with a name that a shell would take apart.
  repo.write('develop/checkout/plan.md', PLAN);
  repo.git('branch', 'login');
  repo.write('develop/login/plan.md', PLAN);
  repo.write('notes/plan.md', PLAN);
  symlinkSync(repo.path('notes'), repo.path('develop/feature_login'));
  repo.write('develop/$(touch x)/feature-login/plan.md', PLAN);
  expect(warned()).not.toContain('mkdir -p');
  repo.write('develop/old/feature-login/plan.md', PLAN);
  expect(where(repo).data).toMatchObject({ phase: 'plan' });
  const [, command = ''] =
    /plan is in a folder that does not belong to this branch and is not read: `([^`]+)`/.exec(warned()) ?? [];
  expect(command).toBe(`mkdir -p ${FOLDER} && mv develop/old/feature-login/plan.md ${FOLDER}/`);
  execFileSync('sh', ['-c', command], { cwd: repo.root });
  expect(where(repo).data).toMatchObject({ phase: 'spec' });
  expect(warned()).not.toContain('mkdir -p');
  // Whose folder it was once the branch is gone.
  const other = repository({ files: { 'README.md': '# cart\n' } });
  other.write('develop/login/plan.md', PLAN);
  expect(flow(other, ['start', 'ceremony']).stdout).toContain(`mv develop/login/plan.md ${FOLDER}/`);
});

test('U22: a document that was written from a package of a monorepo is noticed, and brought to the root from there', () => {
  const repo = repository({ files: { 'README.md': '# cart\n', 'packages/cart/package.json': '{}\n' } });
  expect(flow(repo, ['start', 'ceremony']).status).toBe(0);
  // Of another branch, and with a name that a shell would take apart: nobody is told to move these.
  repo.write('packages/cart/develop/feature/other/plan.md', PLAN);
  repo.write(`packages/$(touch x)/${FOLDER}/plan.md`, PLAN);
  const cwd = repo.path('packages/cart');
  const warned = () => flow(repo, ['status'], { cwd }).stdout;
  expect(warned()).not.toContain('mkdir -p');
  repo.write(`packages/cart/${FOLDER}/plan.md`, PLAN);
  const [, command = ''] =
    /plan lies below another folder than the repository's root, where it is not read: `([^`]+)`/.exec(warned()) ?? [];
  expect(command).toContain(`mv packages/cart/${FOLDER}/plan.md ${FOLDER}/`);
  execFileSync('sh', ['-c', command], { cwd });
  expect(where(repo).data).toMatchObject({ phase: 'spec' });
  expect(warned()).not.toContain('mkdir -p');
  // A later one of the same run: where to write it is told from where the reader stands, and it is noticed as well.
  expect(warned()).toContain(`write the document spec, ../../${FOLDER}/spec.md (`);
  expect(flow(repo, ['status']).stdout).toContain(`write the document spec, ${FOLDER}/spec.md (`);
  expect(played(repo).prompt({ cwd })).toContain(`../../${FOLDER}/spec.md`);
  repo.write(`packages/cart/${FOLDER}/spec.md`, '# Cart\n');
  const [, later = ''] = /spec lies below another folder than the repository's root[^`]*`([^`]+)`/.exec(warned()) ?? [];
  execFileSync('sh', ['-c', later], { cwd });
  expect(repo.read(`${FOLDER}/spec.md`)).toBe('# Cart\n');
  expect(warned()).not.toMatch(/lies below|write the document spec/);
});

test('U22: words to move a document of the old branch name are typed in the reader’s folder', () => {
  const repo = planned();
  const cwd = repo.path('packages/cart');
  mkdirSync(cwd, { recursive: true });
  repo.git('branch', '-q', '-m', 'feature/signin');
  const told = flow(repo, ['status'], { cwd }).stdout;
  const [, command = ''] = /plan is under the old branch name[^`]*`([^`]+)`/.exec(told) ?? [];
  expect(command).toMatch(/^mkdir -p \.\.\/\.\.\//);
  execFileSync('sh', ['-c', command], { cwd });
  expect(repo.read('develop/feature/signin/plan.md')).toBe(PLAN);
});

test('D62 a branch whose old name lives on, or that git does not know as renamed, takes nobody’s run over', () => {
  const repo = planned();
  repo.git('switch', '-q', '-c', 'feature/copy');
  expect(where(repo).error).toMatchObject({ code: 'NO_RUN' });
  repo.git('branch', '-q', '-D', 'feature/login');
  expect(where(repo).error).toMatchObject({ code: 'NO_RUN' });
  repo.git('switch', '-q', '-c', 'feature/login');
  expect(where(repo).data).toMatchObject({ phase: 'spec' });
  repo.git('branch', '-q', '-m', 'feature/signin');
  repo.git('branch', '-q', 'feature/login', 'main');
  expect(where(repo).error).toMatchObject({ code: 'NO_RUN' });
});

test('D62 D63 on a detached HEAD the run waits, and both agent and person are told the way back', () => {
  const repo = planned();
  const it = played(repo);
  repo.git('checkout', '-q', '--detach');
  expect(where(repo).error).toEqual({
    code: 'NO_RUN',
    message: 'HEAD is detached; ceremony is waiting on feature/login.',
    remedy: 'git switch feature/login',
  });
  expect(it.prompt()).toContain('To go there: git switch feature/login');
  repo.git('switch', '-q', 'feature/login');
  expect(it.prompt()).toContain('phase spec');
});

test('D62 D63 who leaves the branch of a run for one without any is told once; who begins there is told nothing', () => {
  const repo = planned();
  const it = played(repo);
  expect(it.prompt()).toContain('phase spec');
  repo.git('switch', '-q', '-c', 'feature/other');
  expect(played(repo, '22222222-2222-4222-8222-222222222222').prompt()).toBe('');
  expect(it.prompt()).toBe(
    'flow: feature/other has no run; ceremony is waiting on feature/login. Work done here does not count for that run. To go there: git switch feature/login',
  );
  expect(it.prompt()).toBe('');
  expect(it.write('total.py', 'x = 2\n').refused).toBeNull();
  repo.git('checkout', '-q', '.');
  // Led again, it is told again.
  repo.git('switch', '-q', 'feature/login');
  expect(it.prompt()).toContain('phase spec');
  repo.git('switch', '-q', 'main');
  expect(it.prompt()).toContain('main has no run; ceremony is waiting on feature/login');
});

test('D62 D63 whoever was led by a run that a person has ended is told once that it is over', () => {
  const repo = planned();
  const it = played(repo);
  expect(it.prompt()).toContain('phase spec');
  deed(repo, { type: 'end', how: 'cancelled', person: 'Ann', reason: 'no longer' });
  expect(played(repo, '22222222-2222-4222-8222-222222222222').prompt()).toBe('');
  expect(it.prompt()).toBe(
    'flow: ceremony on feature/login has ended (cancelled). Its phase, instruction and gates no longer apply.',
  );
  expect(it.prompt()).toBe('');
  expect(flow(repo, ['start', 'tdd']).status).toBe(0);
  expect(it.prompt()).toContain('tdd, phase');
});

test('D62 a rebase that has stopped is still the work of its run; a bisection is not, and says how it ends', () => {
  const repo = planned();
  const it = played(repo);
  repo.write('total.py', 'x = 2\n');
  repo.commit('two');
  repo.git('switch', '-q', 'main');
  repo.write('total.py', 'x = 3\n');
  repo.commit('three');
  repo.git('switch', '-q', 'feature/login');
  expect(() => repo.git('rebase', 'main')).toThrow('could not apply');
  expect(where(repo).data).toMatchObject({ branch: 'feature/login', phase: 'spec' });
  expect(it.prompt()).toContain('phase spec');
  expect(flow(repo, ['evidence']).stdout).toContain('branch (none: a rebase of feature/login is in progress)');
  repo.git('rebase', '--abort');
  repo.git('bisect', 'start', 'HEAD', 'HEAD~2');
  expect(where(repo).error).toMatchObject({ code: 'NO_RUN', remedy: 'git bisect reset' });
  expect(it.prompt()).toContain('To go there: git bisect reset');
  repo.git('bisect', 'reset');
  expect(where(repo).data).toMatchObject({ phase: 'spec' });
});

test('D62 a run that is done is not merged as long as the base branch lacks its work; a person knows better', async () => {
  const begin = { id: 'begin', title: 'Begin', instruction: 'Begin.', exit: [{ check: 'branch' }] };
  const define = { id: 'own', title: 'Own', version: 1, dials: {}, documents: {}, rules: [], phases: [begin] };
  const files = { ...FILES, 'flow.config.yaml': JSON.stringify({ workflows: { own: { define } } }) };
  const done = () => {
    const repo = repository({ files });
    expect(flow(repo, ['start', 'own'])).toMatchObject({ status: 0 });
    repo.write('total.py', 'x = 2\n');
    repo.commit('work');
    return repo;
  };
  const repo = done();
  const { status, error } = json(repo, ['end', 'merged']);
  expect({ status, error }).toMatchObject({ status: 1, error: { code: 'NOT_MERGED', remedy: 'flow end complete' } });
  expect(error).toMatchObject({ message: expect.stringContaining('origin/main, as last fetched, does not have this') });
  expect(json(repo, ['status']).data).toMatchObject({ phase: 'done', ended: null });
  // Whoever asks what is next is told the same, however they ask.
  const left = 'Everything the workflow requires is proven. It is not pushed yet: `flow ship` does that';
  repo.write('total.py', 'x = 3\n');
  const it = played(repo);
  repo.commit('more');
  expect(it.prompt()).toContain(`Instruction: ${left}`);
  expect(json(repo, ['next']).data).toMatchObject({ instruction: expect.stringContaining(left) });
  // What unblocks it can be typed as it is; and merged, it is.
  expect(flow(repo, ['end', 'complete'])).toMatchObject({ status: 0 });
  const merged = done();
  merged.git('push', '-q', 'origin', 'feature/login:main');
  expect(flow(merged, ['end', 'merged'])).toMatchObject({ status: 0 });
  if (!HAS_SCRIPT) return;
  const other = done();
  const byPerson = await atTerminal(other, ['end', 'merged'], { program: FLOW });
  expect(byPerson).toMatchObject({ status: 0, text: expect.stringContaining('does not have this work.') });
});
