import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';

/* A document that cannot be read is never "write it first": what is wrong with it is said. */

const FOLDER = 'develop/feature/login';
const PLAN = '# Plan: x\n\n## User Concerns\n\n- prices must not change\n\n## Fragile Areas\n\n- total.py\n';
const SPEC = '# Spec\n\n## Must Do\n\n- do-1: Adds two prices.\n\n## Must NOT\n\n- not-1: Change the signature.\n';

let repo: TempRepo;
beforeEach(() => {
  repo = repository({
    files: { 'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n', 'total.py': 'x = 1\n' },
  });
  flow(repo, ['start', 'ceremony']);
  repo.write(`${FOLDER}/plan.md`, PLAN);
  repo.write(`${FOLDER}/spec.md`, SPEC);
});

interface Told {
  phase: string;
  open: { finding: { code: string } }[];
  warnings: { code: string; args: Record<string, string> }[];
}
const told = () => json(repo, ['status']).data as Told;
const said = () => flow(repo, ['status']).stdout;

test('D62 the documents as they should be lead on', () => {
  expect(told()).toMatchObject({ phase: 'survey', warnings: [] });
  expect(said()).not.toContain('DOCUMENT_UNSEEN');
});

describe('D62 a document that lies on disk and is no part of the content', () => {
  test('that git ignores', () => {
    appendFileSync(repo.path('.git/info/exclude'), 'develop\n');
    expect(told()).toMatchObject({
      phase: 'plan',
      warnings: [{ code: 'DOCUMENT_UNSEEN' }, { code: 'DOCUMENT_UNSEEN' }],
    });
    expect(said()).toContain(`plan cannot be read: git ignores ${FOLDER}/plan.md`);
    // Committed all the same, it is part of the content.
    repo.git('add', '--force', 'develop');
    repo.git('commit', '--quiet', '--message', 'documents');
    expect(told()).toMatchObject({ phase: 'survey', warnings: [] });
  });

  test('behind a folder that is a link out of the repository', () => {
    renameSync(repo.path(FOLDER), path.join(repo.area, 'outside'));
    symlinkSync(path.join(repo.area, 'outside'), repo.path(FOLDER));
    expect(told().phase).toBe('plan');
    expect(said()).toContain(`plan cannot be read: ${FOLDER} is a symbolic link`);
  });

  test('that is a link, a folder, or far too large', () => {
    renameSync(repo.path(FOLDER, 'plan.md'), path.join(repo.area, 'plan.md'));
    symlinkSync(path.join(repo.area, 'plan.md'), repo.path(FOLDER, 'plan.md'));
    expect(said()).toContain('plan.md:1: It is a symbolic link, which is not followed');
    rmSync(repo.path(FOLDER, 'plan.md'));
    mkdirSync(repo.path(FOLDER, 'plan.md'));
    expect(said()).toContain(`plan cannot be read: ${FOLDER}/plan.md is not a regular file`);
    rmSync(repo.path(FOLDER, 'plan.md'), { recursive: true });
    repo.write(`${FOLDER}/plan.md`, `# Plan\n${'a log\n'.repeat(200_000)}`);
    expect(said()).toContain(`plan cannot be read: ${FOLDER}/plan.md is larger than a megabyte`);
  });

  test('whose name is written with other letters', () => {
    renameSync(repo.path(FOLDER, 'spec.md'), repo.path(FOLDER, 'SPEC.md'));
    expect(told().phase).toBe('spec');
    expect(said()).toContain(`spec cannot be read: it is named SPEC.md, but must be ${FOLDER}/spec.md`);
  });
});

test('D62 documents that went are asked for, and count again when they are back', () => {
  renameSync(repo.path('develop'), repo.path('away'));
  expect(told()).toMatchObject({ phase: 'plan', open: [{ finding: { code: 'DOCUMENT_MISSING' } }], warnings: [] });
  renameSync(repo.path('away'), repo.path('develop'));
  expect(told().phase).toBe('survey');
});

test('D62 a conflict and another encoding are named, and hold the run back', () => {
  repo.write(`${FOLDER}/spec.md`, `<<<<<<< HEAD\n${SPEC}=======\n${SPEC}>>>>>>> other\n`);
  expect(told().phase).toBe('spec');
  expect(said()).toContain('spec.md:1: A merge conflict is open here');
  repo.write(`${FOLDER}/spec.md`, Buffer.from(`\ufeff${SPEC}`, 'utf16le'));
  expect(told().phase).toBe('spec');
  expect(said()).toContain('spec.md:1: It is not text in UTF-8');
});
