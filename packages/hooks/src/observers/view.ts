import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { matchesAny, type Receipt, type TestState } from '@flow/core';
import {
  canonical,
  findKey,
  loadKey,
  mac,
  type Repository,
  readJournal,
  readReceipt,
  writeFileAtomic,
} from '@flow/evidence';
import { readSmall } from '../surroundings.js';
import { RESULT_VIEWS } from '../views.js';

const MAX_MERGED = 20;

/** `test-results-<runner>[-<root>].json`, `lint-results-…` and so on, one a suite (feature D15). */
function viewName({ suite, kind }: Receipt): string {
  const [runner = 'tests', root = '.'] = suite.split(':');
  const suffix = root === '.' ? '' : `-${root.replace(/[^A-Za-z0-9._-]+/g, '-')}`;
  return `${kind}-results-${runner}${suffix}.json`;
}

/** Results of the same suite on the same content add up by test name; the newest of a name wins (feature D29). */
function merged(repository: Repository, receipt: Receipt): Record<string, TestState> {
  const same = readJournal(repository)
    .events.filter((entry) => entry.type === 'run' && entry.data.suite === receipt.suite)
    .filter((entry) => entry.data.treeAfter === receipt.treeAfter && receipt.treeAfter !== null)
    .slice(-MAX_MERGED);
  const tests: Record<string, TestState> = {};
  for (const entry of same) {
    const read = readReceipt(repository, String(entry.data.receipt), String(entry.data.digest));
    if (read.kind === 'ok') Object.assign(tests, read.receipt.result.tests);
  }
  return { ...tests, ...receipt.result.tests };
}

/**
 * Writes what a run showed to `develop/<branch>/` for people and other tools (fields of feature D32). Nothing is ever
 * decided from it; a failure to write is not a failure of the capture.
 */
export function writeView(repository: Repository, receipt: Receipt): void {
  if (receipt.branch === null) return;
  const folder = `develop/${receipt.branch}`;
  const name = `${folder}/${viewName(receipt)}`;
  if (!matchesAny(name, RESULT_VIEWS)) return;
  const tests = merged(repository, receipt);
  const view = {
    commit: receipt.head,
    tree: receipt.treeAfter,
    timestamp: new Date(receipt.time).toISOString(),
    suite: receipt.suite,
    command: receipt.command,
    outcome: receipt.result.outcome,
    ...(receipt.kind === 'test' ? testFields(receipt, tests) : issueFields(receipt)),
    output_tail: receipt.tail,
    note: 'A view for people and tools. @flow decides from its receipts, never from this file.',
  };
  try {
    mkdirSync(path.join(repository.root, folder), { recursive: true });
    const signed = { ...view, mac: mac(loadKey(), canonical(view)) };
    writeFileAtomic(path.join(repository.root, name), `${JSON.stringify(signed, null, 2)}\n`, {
      within: repository.root,
    });
  } catch {
    // The receipt is written; the view is a convenience.
  }
}

function testFields({ result }: Receipt, tests: Record<string, TestState>) {
  const count = (state: TestState) => Object.values(tests).filter((one) => one === state).length;
  const failed = count('failed');
  return {
    // Runners that name no passing test still count them.
    tests_pass: Math.max(count('passed'), result.counts.passed),
    tests_fail: Math.max(failed, result.counts.failed),
    all_green: result.outcome === 'passed' && failed === 0,
    test_names: tests,
  };
}

function issueFields({ result }: Receipt) {
  return {
    errors: result.counts.errors,
    warnings: result.warnings ?? 0,
    all_green: result.outcome === 'passed',
    places: result.failing,
  };
}

/** True for a view that this program wrote and nobody changed, and for one that is gone: a removal claims nothing. */
export function isGenuineView(file: string, environment: NodeJS.ProcessEnv): boolean {
  const text = readSmall(file);
  const key = findKey(environment);
  if (text === undefined) return true;
  if (key === undefined) return false;
  try {
    const { mac: signed, ...view } = JSON.parse(text) as Record<string, unknown>;
    return signed === mac(key, canonical(view));
  } catch {
    return false;
  }
}
