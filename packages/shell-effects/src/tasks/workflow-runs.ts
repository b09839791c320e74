import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { contentOf } from '../disk/paths.js';
import { isKnown, resolvePath, type Scope, type Session, type Shell } from '../state.js';
import { findOperands, values } from '../text/command-options.js';

const VALUED =
  '-W --workflows -j --job -P --platform -s --secret -e --eventpath --env --env-file --secret-file --input --matrix -a --actor -C --directory --container-architecture --var';
const TELLS = /^(?:-n|--dryrun|-l|--list|-g|--graph|--version|-h|--help|--bug-report|--man-page|--validate)$/;
const MAX_STEPS = 64;

/**
 * `RUNNERS` holds the runners of a forge's jobs on this machine: where the jobs are written, and the option that names one.
 */
const RUNNERS: Readonly<Record<string, { file: string; job: string; steps: typeof stepsOf }>> = {
  act: { file: '.github/workflows', job: '-j --job', steps: stepsOf },
  circleci: { file: '.circleci/config.yml', job: '--job', steps: stepsOf },
  'gitlab-runner': { file: '.gitlab-ci.yml', job: '', steps: scriptsOf },
  'gitlab-ci-local': { file: '.gitlab-ci.yml', job: '', steps: scriptsOf },
};

/** Carries out `act` and `gitlab-ci-local`: the steps of the project's jobs, here and now. What they publish is kept. */
export function runWorkflows(program: string, words: readonly string[], { session, shell, frame }: Scope): void {
  const runner = RUNNERS[program];
  if (runner === undefined || words.some((word) => TELLS.test(word))) return;
  if (program === 'circleci' && words[0] !== 'local') return;
  const operands = findOperands(words, VALUED.split(' ')).filter((word) => !/^(?:exec|shell|docker)$/.test(word));
  const [named = runner.file] = values(words, ['-W', '--workflows', '--file']);
  const job = runner.job === '' ? operands[0] : values(words, runner.job.split(' '))[0];
  const event = operands[0] ?? 'push';
  for (const file of workflowFiles(named, session, shell)) {
    const text = contentOf(session, shell, file);
    if (!isKnown(text) || (program === 'act' && job === undefined && !isTriggered(text, event))) continue;
    for (const code of runner.steps(text, job).slice(0, MAX_STEPS))
      speculate(session, () => session.code(code, shell.external(), frame, 'guess'));
  }
}

/** `gh workflow run release.yml`: the forge carries out what the project's file says. What it publishes is kept. */
export function runDispatched(words: readonly string[], { session, shell, frame }: Scope): void {
  const [name] = findOperands(words, ['-r', '--ref', '-f', '--raw-field', '-F', '--field', '-R', '--repo']);
  if (name === undefined || words.includes('--help')) return;
  for (const file of workflowFiles('.github/workflows', session, shell)) {
    const text = contentOf(session, shell, file);
    const title = /^name:[ \t]*(.+?)[ \t]*$/m.exec(text ?? '')?.[1];
    if (!isKnown(text) || (posix.basename(file) !== posix.basename(name) && unquoted(title ?? '') !== name)) continue;
    for (const code of stepsOf(text, undefined).slice(0, MAX_STEPS))
      speculate(session, () => session.code(code, shell.external(), frame, 'guess'));
  }
}

function workflowFiles(named: string, session: Session, shell: Shell): string[] {
  if (/\.ya?ml$/.test(named)) return [named];
  const place = resolvePath(named, shell, session);
  const names = isKnown(place) ? (session.list(place) ?? []) : [];
  return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => posix.join(place as string, name));
}

/** Tells whether a workflow says that it begins with an event. */
function isTriggered(text: string, event: string): boolean {
  const on = /^["']?on["']?:([^\n]*\n(?:(?:[ \t]+[^\n]*|[ \t]*)\n)*)/m.exec(`${text}\n`)?.[1] ?? '';
  return new RegExp(`(?:^|[\\s[,'"-])${event.replace(/\W/g, '')}(?=$|[\\s,:\\]'"])`).test(on);
}

/** Returns the shell code of the steps of one job, or of all: a plain, a quoted or a block text behind `run:`. */
function stepsOf(text: string, job: string | undefined): string[] {
  const lines = text.split(/\r?\n/);
  const depthOf = (line: string) => line.length - line.trimStart().length;
  const steps: string[] = [];
  let current = '';
  let jobDepth: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (/^jobs:/.test(line)) jobDepth = -1;
    const head = jobDepth === undefined ? null : /^(\s+)["']?([\w-]+)["']?:\s*(?:#.*)?$/.exec(line);
    if (head !== null && (jobDepth === -1 || depthOf(line) === jobDepth)) {
      jobDepth = depthOf(line);
      current = head[2] as string;
    }
    const run = /^(\s*)(?:-\s+)?(?:run|command):\s*(\S.*)$/.exec(line);
    if (run === null || (job !== undefined && current !== job)) continue;
    const depth = (run[1] as string).length;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((one) => one.trim() !== '' && depthOf(one) <= depth);
    const isBlock = /^[|>]/.test(run[2] as string);
    const code = isBlock ? rest.slice(0, end < 0 ? undefined : end).join('\n') : unquoted(run[2] as string);
    steps.push(code.replace(/\$\{\{[^}]*\}\}/g, '${__act}'));
  }
  return steps;
}

/** Scripts of GitLab's jobs: the items of `script:` and what stands around it, of one job or of all. */
function scriptsOf(text: string, job: string | undefined): string[] {
  const parts = text.split(/^(?=\S)/m).filter((part) => job === undefined || part.startsWith(`${job}:`));
  return parts.flatMap((part) => {
    const blocks = [
      ...part.matchAll(/^[ \t]+(?:before_|after_)?script:[ \t]*(.*)\n((?:[ \t]+(?:-|[^\s\w]|[ \t]).*\n?)*)/gm),
    ];
    return blocks.flatMap(([, inline = '', list = '']) =>
      [inline, ...list.split('\n')]
        .map((line) => unquoted(line.trim().replace(/^-\s*/, '')))
        .filter((line) => line !== ''),
    );
  });
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1\s*$/, '$2');
}
