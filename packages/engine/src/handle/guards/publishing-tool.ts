import path from 'node:path';
import type { Finding } from '@flow/core';
import { git, type Repository } from '@flow/evidence';
import { confirmBase } from '../../facts/published/confirm.js';
import { FORGE, foldersToldIn, serverOf, snake, verbsOf } from '../../judges/tool-verbs.js';
import { type Start, surroundingsOf } from '../../places/surroundings.js';
import { headTarget, judgeTargets } from './publishing.js';

/** Words beside "push" where it is a message to a person's device. */
const TELLS = /^(?:send|notify|notifications?|messages?|subscribe|subscriptions?|subscribers?|devices?|tokens?)$/;

/** First words of tools that change nothing. */
const LOOKS = /^(?:get|list|search|check|is|can|has|cancel|disable|abort|validate|preview)$/;

/**
 * Tools of servers that publish, by the words of their names: `work` what is committed here (`git_push`,
 * `merge_pull_request`), `content` what they bring themselves and nobody tested (`push_files`).
 */
export function publishedBy(tool: string, input: Readonly<Record<string, unknown>> = {}): 'work' | 'content' | null {
  const words = verbsOf(tool);
  if (LOOKS.test(words[0] ?? '')) return null;
  // What is committed first is in no evidence yet.
  if (isOfGit(tool) && (input.push === true || input.auto_push === true || input.autoPush === true))
    return words.includes('commit') ? 'content' : 'work';
  const has = (...all: string[]) => all.every((word) => words.includes(word));
  if (has('push', 'files') || has('commit', 'files') || has('or', 'update', 'file')) return 'content';
  if (FORGE.test(tool) && words.some((word) => /^(create|update|delete)$/.test(word)) && words.at(-1) === 'file')
    return 'content';
  if (FORGE.test(tool) && has('create', 'commit')) return 'content';
  // The base is merged into the branch on the forge: content that nobody has here.
  if (FORGE.test(tool) && words[0] === 'update' && /^(?:refs?|references?|branch)$/.test(words.at(-1) ?? ''))
    return 'work';
  if (FORGE.test(tool) && has('enable', 'auto', 'merge')) return 'work';
  if (has('push') && !has('pushed') && !words.some((word) => TELLS.test(word))) return 'work';
  const isRequest = has('pull', 'request') || has('merge', 'request') || words.includes('pr');
  if (has('sync', 'fork') || (isOfGit(tool) && (has('sync') || has('publish')))) return 'work';
  const merges =
    /^(?:merge|accept|land|complete)$/.test(words[0] ?? '') || words.at(-1) === 'merge' || has('auto', 'merge');
  if (merges && (isRequest || FORGE.test(tool) || words.includes('branch') || words.includes('branches')))
    return 'work';
  return isRequest && Object.entries(input).some(([key, value]) => completes(snake(key), value)) ? 'work' : null;
}

const isOfGit = (tool: string) => serverOf(tool).includes('git') || verbsOf(tool)[0] === 'git';

/** A field by which a change of a request merges it: `{ status: "completed" }`, `{ autoComplete: true }`. */
const completes = (key: string, value: unknown) =>
  (/^(?:set_)?auto_?(?:complete|merge)/.test(key) && value !== false && value !== null && value !== '') ||
  (/^(?:status|state)$/.test(key) && /^(?:completed|merged)$/i.test(String(value)));

/** Judges a tool that publishes without a command line. Another project's repository is not this one's to guard. */
export function judgePublishingTool(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  directory: string,
  start: Start,
): Finding[] {
  const published = publishedBy(tool, input);
  if (published === null || isTrial(tool, input)) return [];
  const named = [...foldersToldIn(input), input.path].find((one) => typeof one === 'string');
  const found = surroundingsOf(path.resolve(directory, typeof named === 'string' ? named : '.'), start);
  if (!found || isForeign(input, found.repository, start)) return [];
  if (published === 'content') {
    const destination = typeof input.branch === 'string' ? input.branch : tool;
    return [{ code: 'PUSH_UNREADABLE', level: 'block', args: { destination } }];
  }
  const { around, doubt } = confirmBase(found, null);
  return judgeTargets([headTarget(around.repository, start)], null, around, doubt);
}

/** `isTrial` tells whether a call publishes nothing, as `git_push` with `dryRun: true`. */
const isTrial = (tool: string, input: Readonly<Record<string, unknown>>) =>
  /^(?:git_)?push$/.test(verbsOf(tool).join('_')) && [input.dryRun, input.dry_run].includes(true);

/** The forge's repository that the tool names is none of our remotes, as far as these say which one they are. */
function isForeign(input: Readonly<Record<string, unknown>>, repository: Repository, start: Start): boolean {
  const { owner, repo } = input;
  if (typeof owner !== 'string' || typeof repo !== 'string') return false;
  const answer = git(repository, ['remote', '-v'], { deadline: start.deadline });
  const urls = answer.stdout.toString('utf8').match(/(?<=\t)\S+/g) ?? [];
  const names = urls.filter((url) => /^(?:https?|ssh|git):\/\/|^[^/\s]+@?[^/\s]*:(?!\/\/)/.test(url));
  const ours = `${owner}/${repo}`.toLowerCase();
  return (
    names.length > 0 &&
    !names.some((url) =>
      url
        .replace(/\.git$/, '')
        .toLowerCase()
        .endsWith(ours),
    )
  );
}
