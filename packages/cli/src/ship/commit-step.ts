import path from 'node:path';
import { documentOfKind } from '@flow/core/documents';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Change } from '../git/changes.js';
import { readReport } from '../report/read.js';
import type { Facts } from './facts.js';
import { runGit, tailOf } from './git.js';
import type { Shipping } from './shipping.js';
import type { Step } from './step.js';

/** The most files that are named. */
const SHOWN = 20;

export const commit: Step = {
  id: 'commit',
  title: 'Commit',
  isDone: ({ changes, head }) => (changes.length === 0 ? `nothing differs from ${head.slice(0, 10)}` : null),
  async plan(facts, shipping) {
    const title = (await titleOf(facts, shipping)) ?? '(a message is needed: --message)';
    return [`commit ${count(facts.changes)} as "${title}"`, ...(await listOf(facts.changes))];
  },
  async run(facts, shipping) {
    const { progress, again } = shipping;
    await refuseSecrets(facts, shipping);
    const dirty = facts.changes.find(({ submodule }) => submodule);
    const { clean } = await hooks();
    if (dirty)
      throw new FlowError(
        'finding',
        'SHIP_SUBMODULE_DIRTY',
        `the submodule ${clean(dirty.path, 200)} has changes that a commit here cannot contain.`,
        `git -C '${clean(dirty.path, 200)}' status`,
      );
    const message = shipping.options.message ?? (await titleOf(facts, shipping));
    if (!message)
      throw new FlowError(
        'usage',
        'SHIP_NO_MESSAGE',
        'there is no plan or specification to take the commit title from.',
        `${again} --message '<what the change does>'`,
      );
    progress.say(`committing ${count(facts.changes)}:`);
    for (const line of await listOf(facts.changes)) progress.say(line);
    const input = facts.changes.map(({ path: file }) => `${file}\0`).join('');
    const from = ['--pathspec-from-file=-', '--pathspec-file-nul'];
    const added = await runGit(shipping, ['--literal-pathspecs', 'add', '--all', ...from], { input });
    if (added.status !== 0) throw failed(shipping, tailOf(added.stderr, clean));
    const made = await runGit(shipping, ['commit', '--quiet', '--file=-'], { input: `${message.trim()}\n` });
    if (made.status !== 0) throw failed(shipping, tailOf(made.stderr || made.stdout, clean));
  },
};

function failed({ again }: Shipping, lines: readonly string[]): FlowError {
  return new FlowError(
    'finding',
    'SHIP_COMMIT_FAILED',
    `git did not commit:\n  ${lines.join('\n  ')}`,
    `Fix it, then ${again}`,
  );
}

/** Secrets are no part of a commit, whoever has put them there. */
async function refuseSecrets({ around, changes }: Facts, { again }: Shipping): Promise<void> {
  const { secretsAmong, clean } = await hooks();
  const files = changes.filter(({ state }) => state !== 'D').map(({ path: file }) => file);
  const [first, ...others] = secretsAmong(around, files).map((file) => clean(file, 200));
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more (${others.slice(0, 5).join(', ')})` : '';
  throw new FlowError(
    'finding',
    'SHIP_SECRET',
    `${first}${more} would be committed, but looks like a secret.`,
    `Add it to .gitignore or, if it is not a secret, to sensitive.allow in flow.config.yaml; then ${again}`,
  );
}

const count = (changes: readonly Change[]) => `${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;

async function listOf(changes: readonly Change[]): Promise<string[]> {
  const { clean } = await hooks();
  const lines = changes.slice(0, SHOWN).map(({ state, path: file }) => `  ${state} ${clean(file, 200)}`);
  return changes.length > SHOWN ? [...lines, `  and ${changes.length - SHOWN} more`] : lines;
}

const MAX_TITLE = 120;

/**
 * Finds a title that says what the change is: as asked for, else the title of the plan or of the specification, else
 * the first claim.
 */
export async function titleOf({ around, standing }: Facts, { root, room, options }: Shipping): Promise<string | null> {
  const { clean, documentPaths, pathsOnDisk, readSmall } = await hooks();
  const asked = options.title ?? options.message?.trim().split('\n')[0];
  if (asked) return clean(asked, MAX_TITLE);
  const documents = standing ? pathsOnDisk(documentPaths(standing.workflow, standing.run.names), root) : {};
  for (const kind of ['plan', 'spec'] as const) {
    const name = standing && documentOfKind(standing.workflow, kind);
    const file = name && documents[name];
    const title = file && headingIn(readSmall(path.join(root, file)) ?? '');
    if (title) return clean(title, MAX_TITLE);
  }
  const [first] = standing ? (await readReport({ around, room, standing })).claims : [];
  return first ? clean(first.text, MAX_TITLE).replace(/\.$/, '') : null;
}

/** The first heading of a document, without the name of what it is; a name alone, and that of a template, say nothing. */
function headingIn(text: string): string | null {
  const heading = /^# +(.+?)[ #]*$/m.exec(text)?.[1];
  const title = heading?.replace(/^(?:plan|spec|specification)\s*(?::\s*|$)/i, '').trim();
  return title && title !== 'untitled' ? title : null;
}
