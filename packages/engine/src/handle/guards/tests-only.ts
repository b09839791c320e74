import path from 'node:path';
import { differInTestsOnly, type Preset } from '@flow/core';
import { git, type Repository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Deed, FileEdit } from '../../judges/guard.js';
import { textAfter } from './text-after.js';

type Presets = readonly Pick<Preset, 'testItems' | 'classes'>[];

/**
 * Returns the attributes by which tests are known in a file of source. Only the language of a preset that has such can
 * write them, and it is known by the ending: `*.rs`.
 */
export function attributesIn(file: string, presets: Presets): readonly string[] {
  const ending = `*${path.extname(file)}`;
  return presets.flatMap(({ testItems = [], classes }) => (classes.source.includes(ending) ? testItems : []));
}

/**
 * Tells whether a call of a file tool changes nothing but tests in a file of source (feature C44: tests may change in red).
 */
export function changesTestsOnly(deed: Deed, edit: FileEdit, presets: Presets): boolean {
  const attributes = attributesIn(edit.path, presets);
  if (attributes.length === 0) return false;
  const before = readSmall(edit.path);
  const after = textAfter(deed, edit, before ?? '');
  return after !== null && differInTestsOnly(before ?? '', after, attributes);
}

/** Tells whether a text of a file of source differs from the commit that is checked out in nothing but tests. */
export function isTestsOnlySinceHead(
  file: string,
  textNow: () => string | undefined,
  presets: Presets,
  repository: Repository,
  deadline: number,
): boolean {
  const attributes = attributesIn(file, presets);
  if (attributes.length === 0) return false;
  const before = git(repository, ['cat-file', 'blob', `HEAD:${file}`], { deadline });
  const after = textNow();
  return after !== undefined && differInTestsOnly(before.status === 0 ? String(before.stdout) : '', after, attributes);
}
