import { findFork } from '@flow/evidence/git/base';
import type { Surroundings } from '../../places/surroundings.js';
import { documentPaths, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../index.js';
import type { Library } from './quotes.js';

/** Texts that the quotes of a run's reviewers are looked for in. */
export function libraryOf({ repository, policy, start }: Surroundings, { workflow, run }: Standing): Library {
  const { deadline } = start;
  return {
    repository,
    documents: pathsOnDisk(documentPaths(workflow, run.names), repository.root),
    fork: findFork(repository, policy, deadline),
    deadline,
  };
}
