import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isCi, readerOf } from '@flow/engine/run/approvals/reader';
import { clean } from '@flow/engine/text/clean';
import { forLog, renderAnnotations, renderMarkdown, renderText } from '@flow/engine/verify/render';
import { fileOf, type Report } from '@flow/engine/verify/report';
import { sarifOf } from '@flow/engine/verify/sarif';
import { resolveTarget } from '@flow/engine/verify/target';
import { deletedReport, verifyCommit } from '@flow/engine/verify/verify';
import { fetchNotes, type Repository, readHead } from '@flow/evidence';
import { type Answer, failed } from '../answer/answer.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';

declare const FLOW_VERSION: string;

/** Milliseconds for git's work on large repositories. */
const PATIENCE = 120_000;
const MAX_TIMEOUT = 24 * 60 * 60;

export const verify: Command = {
  name: 'verify',
  usage: '[--rerun] [--json] [<commit>|<from>..<commit>]',
  summary: 'for CI: check that a commit is proven, by signed attestations or by running its suites',
  options: {
    summary: { type: 'string', value: 'file', about: 'append a Markdown report to this file' },
    sarif: { type: 'string', value: 'file', about: 'write the findings to this file as SARIF, for code scanning' },
    rerun: { type: 'boolean', about: 'run everything not proven by a signature' },
    setup: { type: 'string', value: 'command', about: 'a command to run first, such as npm ci' },
    timeout: { type: 'string', value: 'seconds', about: 'time limit for all runs together (default: 1800)' },
    base: { type: 'string', value: 'commit', about: 'the commit to compare with and take the rules from' },
    branch: { type: 'string', value: 'branch', about: 'the branch the approvals belong to' },
    'fetch-notes': { type: 'boolean', about: 'fetch attestations from the remote first' },
    remote: { type: 'string', value: 'remote', about: 'the remote for --fetch-notes (default: origin)' },
    'allow-unsigned-local': { type: 'boolean', about: 'in CI: also accept what this machine recorded' },
  },
  async run(call) {
    const { values, words, environment } = call;
    const seconds = Number(values.timeout ?? 1800);
    if (words.length > 1) return usage(call, verify, 'Expected one commit or range.');
    if (!(seconds > 0 && seconds <= MAX_TIMEOUT)) return usage(call, verify, '--timeout expects a number of seconds.');
    if (values.setup !== undefined && !values.rerun) return usage(call, verify, '--setup requires --rerun.');
    const around = repositoryOf(call);
    if (!around) return noRepository(call);
    const { repository } = around;
    const remote = textOf(values.remote) ?? 'origin';
    if (values['fetch-notes']) {
      const refused = fetchNotes(repository, remote, Date.now() + PATIENCE);
      if (refused)
        call.tell(`VERIFY_FETCH: the notes of ${clean(remote)} cannot be fetched: ${clean(refused.failed, 400)}\n`);
    }
    // Of a branch that is deleted, a CI may have nothing but zeros.
    const isDeletion = /^(?:.*\.\.)?0{40,64}$/s.test(words[0] ?? '');
    const named = isDeletion ? 'HEAD' : (words[0] ?? 'HEAD');
    const target = resolveTarget(around, named, textOf(values.base), Date.now() + PATIENCE);
    if ('unknown' in target) {
      const way = `Fetch it: git fetch --unshallow, or git fetch ${clean(remote)}`;
      return failed(3, 'COMMIT_UNKNOWN', `this repository has no commit ${clean(target.unknown)}. ${way}`);
    }
    const deleted = isDeletion
      ? deletedReport(repository, target, remote, branchNamed(call), { environment, deadline: Date.now() + PATIENCE })
      : null;
    if (deleted) return published(deleted, call);
    const progress = (text: string) => call.tell(`${forLog(`flow: ${clean(text, 300)}`)}\n`);
    const rerun = { environment, setup: textOf(values.setup), until: Date.now() + seconds * 1000, progress };
    const report = await verifyCommit(repository, target, {
      // In CI everything that runs in the job could have written it.
      local: !isCi(environment) || values['allow-unsigned-local'] === true,
      branch: branchOf(call, target.commit, repository),
      rerun: values.rerun ? rerun : undefined,
      patience: PATIENCE,
      reader: readerOf(environment),
    });
    return published(report, call);
  },
};

const textOf = (value: Call['values'][string]) => (typeof value === 'string' ? value : undefined);

/**
 * Returns the branch that approvals speak of: as the caller says, the one that is checked out, or what GitHub or GitLab
 * call it.
 */
export function branchOf({ values, environment }: Call, commit: string, repository: Repository): string | null {
  if (typeof values.branch === 'string') return values.branch;
  const head = readHead(repository);
  if (head?.branch && head.commit === commit) return head.branch;
  return branchInCi(environment);
}

/** Returns the branch that a CI speaks of, whatever is checked out. */
const branchNamed = ({ values, environment }: Call) => textOf(values.branch) ?? branchInCi(environment);

function branchInCi(environment: Call['environment']): string | null {
  const names = ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME', 'CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_BRANCH'];
  return names.map((name) => environment[name]).find(Boolean) ?? null;
}

/** Returns the answer, and what CI shows beside it: a summary, and remarks at its lines. */
function published(report: Report, { values, environment, directory, tell }: Call): Answer {
  const file = textOf(values.summary);
  const summary = file === undefined ? environment.GITHUB_STEP_SUMMARY : path.resolve(directory, file);
  if (summary) appendFileSync(summary, renderMarkdown(report));
  const scanned = textOf(values.sarif);
  if (scanned !== undefined) {
    const findings = report.findings.map((finding) => ({ ...finding, path: fileOf(finding) }));
    writeFileSync(path.resolve(directory, scanned), sarifOf(findings, FLOW_VERSION));
  }
  if (environment.GITHUB_ACTIONS === 'true') tell(forLog(renderAnnotations(report)));
  return { exit: report.ok ? 0 : 1, data: report, text: forLog(renderText(report)) };
}
