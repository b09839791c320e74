import { git } from '@flow/evidence';
import { fetchedBase } from '@flow/evidence/git/base';
import type { Surroundings } from '../../places/surroundings.js';
import { documentPaths, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../index.js';
import type { Library } from './quotes.js';

/** Texts that the quotes of a run's reviewers are looked for in. */
export function libraryOf({ repository, policy, start }: Surroundings, { workflow, run }: Standing): Library {
  const { deadline } = start;
  const base = fetchedBase(repository, policy, null, deadline);
  const fork = base && git(repository, ['merge-base', base.commit, 'HEAD'], { deadline });
  return {
    repository,
    documents: pathsOnDisk(documentPaths(workflow, run.names), repository.root),
    fork: fork?.status === 0 ? fork.stdout.toString('latin1').trim() : null,
    deadline,
  };
}
