import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PRESETS } from '@flow/engine/policy/presets/presets';
import { WORKFLOWS } from '@flow/workflows';
import { agentsPage } from './agents.js';
import { commandLinePage } from './command-line.js';
import { documentsPage } from './documents.js';
import { findingsPage, openPage } from './findings.js';
import { guideOf } from './guide.js';
import { type JsonSchema, schemaPage } from './json-schema.js';
import { sectionOf, withoutTitle } from './markdown.js';
import { presetsPage } from './presets.js';
import { workflowPage } from './workflows.js';

/* The pages that have their source elsewhere in the repository. None of them is committed, so none can be out of date. */

/** The repository; this file is bundled into a folder beside its own. */
export const root: string = path.resolve(import.meta.dirname, '../../..');
/** Text of a file of the repository. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
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
  body: `${more} The JSON Schema is [on this site](/schemas/${name}.schema.json), and in the package as \`@flow/core/${name}.schema.json\`. Unknown keys are errors.\n\n${schemaPage(schema(schemas[name]))}`,
});

const program = (name: string, folder: string) => commandLinePage(path.join(root, folder), name);

/** A guide to a workflow: a text that people write, with the picture of its phases made from its data. */
const guides = WORKFLOWS.flatMap((workflow): Page[] => {
  const source = `apps/docs/guides/${workflow.id}.md`;
  if (!existsSync(path.join(root, source))) return [];
  return [{ slug: `start/${workflow.id}`, source, ...guideOf(read(source), workflow) }];
});

const decisions = readdirSync(path.join(root, 'docs/decisions'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const source = `docs/decisions/${file}`;
    const title = /^# (?:[\d-]+: )?(.*)$/m.exec(read(source))?.[1] ?? file;
    const slug = `project/decisions/${path.basename(file, '.md')}`;
    return whole(source, slug, title.charAt(0).toUpperCase() + title.slice(1), `Dated note: ${title}.`);
  });

const named: readonly Page[] = [
  part('README.md', 'start/one-run', 'See it in action', 'A push is refused, the tests run, and the push passes.', ''),
  whole(
    'packages/capture-parsers/README.md',
    'start/parsers',
    'Parsers alone',
    'Parse the output of a test runner and learn what it proves.',
  ),
  whole('docs/install.md', 'start/install', 'Installing', 'Every stack, client and way to install the guards.'),
  whole('docs/tiers.md', 'start/tiers', 'Tiers 2 and 3', 'A workflow, one command, and a run through the night.'),
  whole('docs/tested.md', 'deciding/tested', 'What counts as tested', 'When a run proves the content of a push.'),
  part(
    'docs/guards.md',
    'deciding/guards',
    'Guards and phases',
    'What is checked before a tool call.',
    'Guards',
    'Phases',
  ),
  whole('docs/approvals.md', 'deciding/approvals', 'Approvals', 'Decisions reserved for a person.'),
  further('docs/guards.md', 'deciding/conventions', 'Conventions', 'Rules for added lines.', 'Conventions'),
  further('docs/guards.md', 'deciding/audit', 'Audit trail', 'Who changed what, and what was refused.', 'Audit trail'),
  whole('docs/cases.md', 'deciding/cases', 'What happens when', 'Broken environments and edge cases.'),
  whole(
    'docs/editors.md',
    'extend/editors',
    'Editors and other tools',
    'Completion, code scanning, MCP, hook managers.',
  ),
  whole(
    'docs/platforms.md',
    'extend/platforms',
    'Linux, macOS, Windows',
    'What the program does differently there, and what was not run.',
  ),
  further(
    'docs/guards.md',
    'deciding/places',
    'Where files are written',
    'Files in the project, in git, and in your home folder.',
    'Where files are written',
  ),
  further('docs/codes.md', 'deciding/bad-input', 'Bad input', 'How unreadable events are handled.', 'Bad input'),
  whole(
    'docs/cost.md',
    'start/cost',
    'What a run cost',
    'Cost, waste, rework and first-pass rates of a run, and how to export them.',
  ),
  whole('docs/import.md', 'start/import', 'Coming from other tools', 'Work of spec-kit, beads and others, taken over.'),
  whole('docs/inspecting.md', 'deciding/inspecting', 'Inspecting decisions', 'What the guards would decide, and why.'),
  whole('docs/ci.md', 'deciding/ci', 'In CI', 'What a CI job accepts, and how to set it up.'),
  whole(
    'docs/machines.md',
    'deciding/machines',
    'Several machines',
    'One run on several machines, in CI and in a cluster.',
  ),
  whole('docs/hosts.md', 'deciding/hosts', 'Clients', 'What can be enforced in each client.'),
  whole(
    'docs/threat-model.md',
    'deciding/threat-model',
    'Threat model',
    'What a refusal and a green status are worth.',
  ),
  whole('docs/presets.md', 'extend/preset', 'Presets', 'Use, write, test and publish the description of a stack.'),
  whole(
    'docs/conventions.md',
    'extend/convention-programs',
    'Custom convention checks',
    'Write your own check, as a function or a command.',
  ),
  whole('docs/commands.md', 'reference/commands', 'Commands', 'What each command of flow-hooks and flow does.'),
  {
    slug: 'reference/flow',
    title: 'flow',
    description: 'Every flow command.',
    source: 'packages/cli/README.md',
    body: await program('flow', 'packages/cli'),
  },
  {
    slug: 'reference/flow-hooks',
    title: 'flow-hooks',
    description: 'Every flow-hooks command.',
    source: 'packages/hooks/README.md',
    body: await program('flow-hooks', 'packages/hooks'),
  },
  {
    slug: 'reference/flow-parse',
    title: 'flow-parse',
    description: 'The parsers as a command-line tool.',
    source: 'packages/capture-parsers/src/bin/flow-parse.ts',
    body: await program('flow-parse', 'packages/capture-parsers'),
  },
  {
    slug: 'reference/codes',
    title: 'Finding codes',
    description: 'Every code: when it appears, its message, and how to resolve it.',
    source: 'docs/codes.md',
    body: `Every refusal starts with \`flow refused\`, followed by one line per rule: its code, the facts, and what to do. The codes are stable. In the quoted messages, names such as \`<changed>\` stand for facts.\n\n${findingsPage(codes)}`,
  },
  {
    slug: 'reference/open',
    title: 'What blocks a phase',
    description: 'The messages of a workflow when a phase is not finished.',
    source: 'packages/engine/src/run/words/open-words.ts',
    body: `A phase ends when all its checks hold. Each unmet check has a code, and a phase can have a separate instruction per code. Names such as \`<suite>\` stand for facts.\n\n${openPage()}`,
  },
  {
    slug: 'reference/documents',
    title: 'Documents',
    description: 'Templates for the plan, specification, test map and report.',
    source: 'packages/core/src/documents/templates.ts',
    body: `People and agents write these documents, and workflows read them: sections by heading and claims by id, ignoring ticks and layout. Changing the contract (a claim, a concern) makes its approvals lapse.\n\n${documentsPage()}`,
  },
  {
    slug: 'reference/config',
    title: 'flow.config.yaml',
    description: 'Every configuration key.',
    source: 'docs/configuration.md',
    body: `${withoutTitle(read('docs/configuration.md'))}\n\nThe JSON Schema is [on this site](/schemas/flow.config.schema.json), and in the package as \`@flow/hooks/schema.json\`. All keys:\n\n${schemaPage(schema(schemas.config))}`,
  },
  {
    slug: 'reference/report',
    title: 'Report',
    description: 'The result of parsing one run.',
    source: schemas.report,
    body: `A Report describes one run of one tool. \`flow-parse --format json\` prints a list of them. The JSON Schema is also [on this site](/schemas/report.schema.json).\n\n${sectionOf(read('packages/capture-parsers/README.md'), 'Output')}\n\n## All keys\n\n${schemaPage(schema(schemas.report))}`,
  },
  {
    slug: 'reference/presets',
    title: 'Presets',
    description: 'The built-in description of each stack.',
    source: 'packages/engine/src/policy/presets/presets.ts',
    body: `The presets built into \`@flow/hooks\`. To support another stack, [write a preset](/extend/preset/).\n\n${presetsPage(PRESETS)}`,
  },
  {
    slug: 'reference/agents',
    title: 'Agents',
    description: 'Every reviewer, role and discovery agent: its input, its tools, and what it looks for.',
    source: 'packages/agents/README.md',
    body: `The instructions of each agent. All reviewers also share instructions to change nothing and how to end with a verdict; \`flow agents show <name>\` prints everything. See also [how reviewers work together](/start/reviewers/).\n\n${agentsPage()}`,
  },
  ...guides,
  ...WORKFLOWS.map((workflow) => ({
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
    'See [how the position is computed](/extend/workflow/).',
  ),
  schemaOf(
    'overlay',
    'Overlay',
    'How a project customises a workflow.',
    'An overlay changes a workflow without copying it. It can remove a gate only if it says `required: false`.',
  ),
  schemaOf('preset', 'Preset', 'Every key of a preset.', 'See [how to write, test and publish one](/extend/preset/).'),
  schemaOf(
    'test-shape',
    'Test map',
    'Every key of test-shape.yaml.',
    'Which test proves which claim, and what the change may break ([template](/reference/documents/#test-shape)).',
  ),
  whole('docs/features.md', 'project/features', 'What works', 'Every feature, its state, and the test that proves it.'),
  whole('docs/benchmarks.md', 'project/benchmarks', 'Benchmarks', 'What a hook costs.'),
  whole('CONTRIBUTING.md', 'project/contributing', 'Contributing', 'Package map, commands and rules.'),
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
