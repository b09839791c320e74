import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ceremony, tdd } from '@flow/workflows';
import { PRESETS } from '../../../packages/hooks/src/presets.js';
import { agentsPage } from './agents.js';
import { commandLinePage } from './command-line.js';
import { documentsPage } from './documents.js';
import { findingsPage, openPage } from './findings.js';
import { type JsonSchema, schemaPage } from './json-schema.js';
import { sectionOf, withoutTitle } from './markdown.js';
import { presetsPage } from './presets.js';
import { workflowPage } from './workflows.js';

/* The pages that have their source elsewhere in the repository. None of them is committed, so none can be out of date. */

/** The repository; this file is bundled into a folder beside its own. */
export const root: string = path.resolve(import.meta.dirname, '../../..');
/** Text of a file of the repository. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');
const codes = read('docs/codes.md');

/** A page that is made of a text of the repository. */
export interface Page {
  /** The page's address without slashes around it. */
  slug: string;
  title: string;
  description: string;
  /** The text that it is made of, by its path from the repository's root: links of it lead here. */
  source: string;
  body: string;
  /** False for one of several pages of a source: links to the source lead to another page. */
  home?: boolean;
}

/** A whole text of the repository as a page. */
const whole = (source: string, slug: string, title: string, description: string): Page => ({
  slug,
  title,
  description,
  source,
  body: withoutTitle(read(source)),
});

/** Sections of a text as a page; the first page of a text is the one that its links lead to. */
const part = (source: string, slug: string, title: string, description: string, ...headings: string[]): Page => ({
  slug,
  title,
  description,
  source,
  body: headings
    .map((heading, at) => (at === 0 ? '' : `## ${heading}\n\n`) + sectionOf(read(source), heading))
    .join('\n\n'),
});

/** A further page of a text. */
const further = (...[source, slug, title, description, ...headings]: Parameters<typeof part>): Page => ({
  ...part(source, slug, title, description, ...headings),
  home: false,
});

/** JSON Schemas as their packages ship them. */
export const schemas = {
  config: 'packages/hooks/dist/flow.config.schema.json',
  report: 'packages/capture-parsers/dist/report.schema.json',
  workflow: 'packages/core/dist/workflow.schema.json',
  overlay: 'packages/core/dist/overlay.schema.json',
  preset: 'packages/core/dist/preset.schema.json',
  'test-shape': 'packages/core/dist/test-shape.schema.json',
};
const schema = (file: string) => JSON.parse(read(file)) as JsonSchema;

/** A page for a schema of `@flow/core`. */
const schemaOf = (
  name: 'workflow' | 'overlay' | 'preset' | 'test-shape',
  title: string,
  description: string,
  more: string,
): Page => ({
  slug: `reference/schemas/${name}`,
  title,
  description,
  source: schemas[name],
  body: `${more} The JSON Schema is [on this site](/schemas/${name}.schema.json), and in the package as \`@flow/core/${name}.schema.json\`. A key that it does not know is a mistake.\n\n${schemaPage(schema(schemas[name]))}`,
});

const program = (name: string, folder: string) => commandLinePage(path.join(root, folder), name);

const decisions = readdirSync(path.join(root, 'docs/decisions'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const source = `docs/decisions/${file}`;
    const title = /^# (?:[\d-]+: )?(.*)$/m.exec(read(source))?.[1] ?? file;
    const slug = `project/decisions/${path.basename(file, '.md')}`;
    return whole(source, slug, title.charAt(0).toUpperCase() + title.slice(1), `Dated note: ${title}.`);
  });

const named: readonly Page[] = [
  part('README.md', 'start/one-run', 'In one run', 'A push refused, the tests run, the push passes.', ''),
  whole(
    'packages/capture-parsers/README.md',
    'start/parsers',
    'Parsers alone',
    'Read what a test runner printed, and know what it proves.',
  ),
  further(
    'README.md',
    'deciding/tested',
    'What counts as tested',
    'When a run proves the content of a push.',
    'What counts as tested',
  ),
  part(
    'docs/guards.md',
    'deciding/guards',
    'Guards and phases',
    'What is looked at before a tool call.',
    'Guards',
    'Phases',
  ),
  whole('docs/approvals.md', 'deciding/approvals', 'Approvals', 'What only a person says.'),
  further('docs/guards.md', 'deciding/conventions', 'Conventions', 'What added lines must not hold.', 'Conventions'),
  further('docs/guards.md', 'deciding/audit', 'Audit trail', 'Who changed what, and what was refused.', 'Audit trail'),
  further(
    'README.md',
    'deciding/cases',
    'What happens when',
    'Broken surroundings and odd cases.',
    'What happens when',
  ),
  further(
    'docs/guards.md',
    'deciding/places',
    'What is written where',
    'Files of the project, of git, of the user.',
    'What is written where',
  ),
  further('docs/codes.md', 'deciding/bad-input', 'Bad input', 'What an unreadable event comes to.', 'Bad input'),
  whole('docs/ci.md', 'deciding/ci', 'In CI', 'What a job accepts, and how to set it up.'),
  whole('docs/hosts.md', 'deciding/hosts', 'Clients', 'What can be enforced in which client.'),
  whole(
    'docs/threat-model.md',
    'deciding/threat-model',
    'Threat model',
    'What a refusal and a green status are worth.',
  ),
  whole('docs/presets.md', 'extend/preset', 'Presets', 'What is known about a stack: use, write, test and publish it.'),
  whole(
    'docs/conventions.md',
    'extend/convention-programs',
    'Conventions that are programs',
    'A check of your own, as a function or a command.',
  ),
  whole('docs/commands.md', 'reference/commands', 'Commands', 'What each command of flow-hooks and flow does.'),
  {
    slug: 'reference/flow',
    title: 'flow',
    description: 'Every command of flow.',
    source: 'packages/cli/README.md',
    body: await program('flow', 'packages/cli'),
  },
  {
    slug: 'reference/flow-hooks',
    title: 'flow-hooks',
    description: 'Every command of the guard.',
    source: 'packages/hooks/README.md',
    body: [await program('flow-hooks', 'packages/hooks'), `## Asking\n\n${sectionOf(readme, 'Asking')}`].join('\n\n'),
  },
  {
    slug: 'reference/flow-parse',
    title: 'flow-parse',
    description: 'The parsers on the command line.',
    source: 'packages/capture-parsers/src/bin/flow-parse.ts',
    body: await program('flow-parse', 'packages/capture-parsers'),
  },
  {
    slug: 'reference/codes',
    title: 'Finding codes',
    description: 'Every code, when it comes, its words, and what unblocks it.',
    source: 'docs/codes.md',
    body: `Every refusal starts with \`flow refused\`, and has a line for each rule that speaks: its code, the facts, what to do. The codes are stable. In the quoted words, names like \`<changed>\` stand for facts.\n\n${findingsPage(codes)}`,
  },
  {
    slug: 'reference/open',
    title: 'In the way of a phase',
    description: 'What a workflow says when a phase is not over yet.',
    source: 'packages/hooks/src/workflow/open-words.ts',
    body: `A phase is over when all its checks hold. For each that does not, there is a code, which an instruction of the phase can be written for. Names like \`<suite>\` stand for facts.\n\n${openPage()}`,
  },
  {
    slug: 'reference/documents',
    title: 'Documents',
    description: 'Plan, specification, map of tests, report: their templates.',
    source: 'packages/core/src/documents/templates.ts',
    body: `People and agents write these, and the workflows read them: sections and claims by their headings and ids, ticks and layout left aside. Whatever changes the contract (a claim, a concern) makes approvals of it lapse.\n\n${documentsPage()}`,
  },
  {
    slug: 'reference/config',
    title: 'flow.config.yaml',
    description: 'Every key of the configuration.',
    source: 'docs/configuration.md',
    body: `${withoutTitle(read('docs/configuration.md'))}\n\nThe JSON Schema is [on this site](/schemas/flow.config.schema.json), and in the package as \`@flow/hooks/schema.json\`. All its keys:\n\n${schemaPage(schema(schemas.config))}`,
  },
  {
    slug: 'reference/report',
    title: 'Report',
    description: 'What a parser says about one run.',
    source: schemas.report,
    body: `One Report stands for one run of one tool. \`flow-parse --format json\` prints a list of them. The JSON Schema is [on this site](/schemas/report.schema.json), and in the package as \`@flow/capture-parsers/report.schema.json\`.\n\n${sectionOf(read('packages/capture-parsers/README.md'), 'What comes out')}\n\n## All keys\n\n${schemaPage(schema(schemas.report))}`,
  },
  {
    slug: 'reference/presets',
    title: 'Presets',
    description: 'What is known about each stack.',
    source: 'packages/hooks/src/presets.ts',
    body: `What \`@flow/hooks\` has built in, read from the presets themselves. [Another one](/extend/preset/) is a package of data.\n\n${presetsPage(PRESETS)}`,
  },
  {
    slug: 'reference/agents',
    title: 'Agents',
    description: 'Every reviewer, role and discovery agent: what it is told, may use, and looks for.',
    source: 'packages/agents/README.md',
    body: `What each works by. Besides, all reviewers are told in the same words to change nothing and how their verdict ends: \`flow agents show <name>\` prints all of it. [How they work together](/start/reviewers/).\n\n${agentsPage()}`,
  },
  ...[ceremony, tdd].map((workflow) => ({
    slug: `reference/workflows/${workflow.id}`,
    title: workflow.id,
    description: `${workflow.title}: phases, gates and edits.`,
    source: `packages/workflows/src/${workflow.id}.ts`,
    body: `${workflow.title}. ${workflowPage(workflow)}`,
  })),
  schemaOf(
    'workflow',
    'Workflow',
    'Every key of a workflow.',
    '[How the position follows](/extend/workflow/) from these.',
  ),
  schemaOf(
    'overlay',
    'Overlay',
    'What a project changes of a workflow.',
    'An overlay changes a workflow without copying it. A gate is lost only where it says `required: false`.',
  ),
  schemaOf('preset', 'Preset', 'Every key of a preset.', '[How to write, test and publish one](/extend/preset/).'),
  schemaOf(
    'test-shape',
    'Map of tests',
    'Every key of test-shape.yaml.',
    'Which test proves which claim, and what the change may break ([an empty one](/reference/documents/#test-shape)).',
  ),
  whole('docs/features.md', 'project/features', 'What works', 'Every promise, its state, and the test that shows it.'),
  whole('docs/benchmarks.md', 'project/benchmarks', 'Benchmarks', 'What a hook costs.'),
  whole('CONTRIBUTING.md', 'project/contributing', 'Contributing', 'The map, the commands, the rules.'),
  ...decisions,
];

/** Texts of `docs/` that no page above has named: each is a page all the same. */
const others = readdirSync(path.join(root, 'docs'))
  .map((file) => `docs/${file}`)
  .filter((source) => source.endsWith('.md') && !named.some((page) => page.source === source))
  .map((source) => {
    const title = /^# (.*)$/m.exec(read(source))?.[1] ?? source;
    return whole(source, `project/notes/${path.basename(source, '.md')}`, title, `${title}.`);
  });

export const pages: readonly Page[] = [...named, ...others];
