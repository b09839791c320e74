import type { AgentFacts } from './agent-facts.js';

/**
 * A run context tells what may be told of a run, gathered by whoever can read it. An agent is told the parts that it
 * receives and no more: nothing of the conversation, whoever starts it (features D85, D87, D91).
 */
export interface RunContext {
  /** Absolute path. */
  repository: string;
  branch: string | null;
  /** The branch that the work left, as git knows it. */
  base: string | null;
  /** Paths of the documents that are there, from the repository's root: by kind (`spec`, `test-shape`), others by name. */
  documents: Readonly<Record<string, string>>;
  /** Entries of the plan's sections by key: `scope`, `user-concerns`. */
  plan: Readonly<Record<string, readonly string[]>>;
  /** What the user wants tried, each with the name that its judge answers under. */
  probes: readonly { judge: string; text: string }[];
  /** The change as a diff; null where it cannot be read, or nobody asked. */
  diff: string | null;
}

/** Sections of the plan that its reviewers see. */
const PLAN = {
  scope: 'Scope',
  'fragile-areas': 'What is fragile',
  expectations: 'What users will see',
  'architecture-files': 'Files that constrain the work',
} as const;

/** `NAMED` lists the documents with a line of their own. */
const NAMED = [
  ['spec', 'The specification'],
  ['test-shape', 'The test map'],
] as const;

/** Characters of a diff that fit into a prompt; of one entry of a document; entries of a section. */
const MAX_DIFF = 240_000;
const MAX_ENTRY = 1000;
const MAX_ENTRIES = 60;

/**
 * Returns the task of an agent in one run, in Markdown: what it receives of it. Everything that comes from documents
 * and files stands in blocks that it cannot end.
 * @param judge the name that it answers under: that of one probe, for the agent `probe`
 */
export function taskOf(agent: AgentFacts, judge: string, context: RunContext): string {
  const gets = (input: AgentFacts['receives'][number]) => agent.receives.includes(input);
  const parts = [
    agent.kind === 'reviewer' ? `Judge as \`${judge}\`. Begin now; nobody will answer questions.` : '',
    gets('repository') ? `Repository: \`${oneLine(context.repository)}\`` : '',
    gets('base') ? changeOf(context) : '',
    ...NAMED.flatMap(([name, title]) => {
      const path = context.documents[name];
      // Who is told of all documents sees that there is none.
      return gets(name) && (path !== undefined || !gets('documents')) ? [documentAt(title, path)] : [];
    }),
    gets('documents') ? documentsOf(agent, context) : '',
    ...(gets('plan') ? Object.entries(PLAN).map(([key, title]) => section(title, context.plan[key])) : []),
    ...(gets('architecture') ? [section(PLAN['architecture-files'], context.plan['architecture-files'])] : []),
    ...(gets('concerns')
      ? [
          section('User concerns', context.plan['user-concerns'], 'The plan lists no concerns: pass, and say so.'),
          section(PLAN.expectations, context.plan.expectations),
        ]
      : []),
    ...(gets('probe') ? [probeOf(judge, context)] : []),
    ...(gets('diff') ? [diffOf(context)] : []),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function changeOf({ base }: RunContext): string {
  if (base === null) return 'There is no base branch: treat everything in the repository as the change.';
  const name = oneLine(base);
  return `Base branch: \`${name}\`. The change is \`git diff --merge-base ${name}\` plus the files that \`git status --short\` marks \`??\`. \`<base>\` in your instructions means this branch.`;
}

const documentAt = (title: string, path: string | undefined): string =>
  path === undefined ? `${title}: none.` : `${title}: \`${oneLine(path)}\`. Read it first.`;

/** Returns the documents of the run that are not named already. */
function documentsOf({ receives }: AgentFacts, { documents }: RunContext): string {
  const isNamed = (name: string) => NAMED.some(([one]) => one === name && receives.includes(one));
  const others = Object.entries(documents).filter(([name]) => !isNamed(name));
  if (others.length === 0) return 'Documents of this work: none yet.';
  return `Documents of this work:\n\n${others.map(([name, path]) => `- ${oneLine(name)}: \`${oneLine(path)}\``).join('\n')}`;
}

function section(title: string, entries: readonly string[] | undefined, otherwise = ''): string {
  if (!entries || entries.length === 0) return otherwise;
  const shown = entries.slice(0, MAX_ENTRIES).map((entry) => `- ${oneLine(entry, MAX_ENTRY)}`);
  if (entries.length > shown.length) shown.push(`- (and ${entries.length - shown.length} more)`);
  return `${title}:\n\n${block(shown.join('\n'))}`;
}

function probeOf(judge: string, { probes }: RunContext): string {
  const own = probes.filter((one) => one.judge === judge);
  if (own.length > 0)
    return section(
      'The probe, as the user wrote it',
      own.map(({ text }) => text),
    );
  if (probes.length === 0) return 'The plan has no probe.';
  const all = probes.map((one) => `${one.judge}: ${one.text}`);
  return section('The probes of the plan, each with the name to answer under; yours was not specified', all);
}

function diffOf({ diff }: RunContext): string {
  if (diff === null) return 'The diff could not be read: report that in one should-fix, with score 0.';
  const text = printable(diff);
  if (text.trim() === '') return 'The diff is empty.';
  const shown = text.length > MAX_DIFF ? text.slice(0, text.lastIndexOf('\n', MAX_DIFF)) : text;
  const cut = shown.length < text.length ? ` Truncated: ${shown.length} of ${text.length} characters are shown.` : '';
  return `The diff.${cut}\n\n${block(shown, 'diff')}`;
}

/** Returns a fenced block whose end does not occur in it. */
function block(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Returns a text of a repository as a block of Markdown that it cannot end. */
export const quoted = (text: string, language = ''): string => block(printable(text), language);

/** Strips a text of characters that a terminal or a reader would follow, and without the host's own marks. */
function printable(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/<(\/?)(system-reminder|task-notification)/gi, '‹$1$2');
}

function oneLine(text: string, max = 500): string {
  const line = printable(text.slice(0, max * 2))
    .replace(/[\s`]+/g, ' ')
    .trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
