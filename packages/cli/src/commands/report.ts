import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentOfKind } from '@flow/core/documents';
import { screenWidth } from '@flow/engine/text/on-screen';
import { hooks } from '../evidence.js';
import { documentOf, MarksBroken } from '../report/document.js';
import { pageOf } from '../report/html/page.js';
import { markdownOf } from '../report/markdown.js';
import { onScreen } from '../report/markdown-screen.js';
import type { ReportModel } from '../report/model.js';
import { pdfOf } from '../report/pdf.js';
import { readAccounted, readReport } from '../report/read.js';
import { here, hereOrEnded } from '../workflow/here.js';
import { writeDocument } from '../workflow/write-document.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

const FORMATS = ['html', 'pdf', 'markdown', 'json'] as const;
type Format = (typeof FORMATS)[number];

export const report: Command = {
  name: 'report',
  group: 'workflow',
  summary: 'show what is proven on this branch, claim by claim, with tests, reviews and approvals',
  flags: [
    {
      flags: '--format <kind>',
      description: 'output format; by default from the file name',
      choices: FORMATS,
    },
    { flags: '-o, --output <file>', description: 'write to this file instead of printing' },
    { flags: '--write', description: "create or update the run's `report` document: every claim with its evidence" },
  ],
  examples: [
    ['report', 'as Markdown, as in the pull request; formatted for the terminal if there is one'],
    ['report -o report.html', 'one self-contained page'],
    ['report --write', 'before the report gate: updates the table, keeps the text around it'],
    ['report -o report.pdf', 'the same as PDF, printed by an installed browser'],
  ],
  async run(call) {
    if (call.options.write === true) return writeReport(call);
    const format = formatOf(call);
    const { output } = call.options;
    const file = typeof output === 'string' ? path.resolve(call.directory, output) : null;
    if (format === 'pdf' && file === null)
      throw new FlowError(
        'usage',
        'OUTPUT_NEEDED',
        'a PDF needs an output file.',
        `${call.program} report -o report.pdf`,
      );
    const model = await readReport(await hereOrEnded(call));
    const made =
      format === 'pdf' ? await pdfOf(pageOf(model, { open: true }), call.environment) : RENDERERS[format](model);
    if (file !== null) return written(call, file, made, model);
    const width = call.options.format === undefined ? screenWidth() : null;
    return {
      exit: 0,
      data: model,
      // In a terminal nothing leads anywhere; `flow explain` tells what is behind a mark.
      text: width === null ? String(made) : onScreen(markdownOf(model, { isLinked: false }), width),
      isVerbatim: true,
    };
  },
};

/** Writes the document that the gate of the report shows, where the workflow has one. */
async function writeReport(call: Call): Promise<Answer> {
  const place = await here(call);
  const { clean, readFileBounded, sealOfReport } = await hooks();
  const { model, account } = await readAccounted(place);
  const name = account.paths[documentOfKind(place.standing.workflow, 'report') ?? ''];
  if (name === undefined)
    throw new FlowError(
      'finding',
      'DOCUMENT_UNKNOWN',
      `${clean(place.standing.workflow.id, 60)} has no document of the kind \`report\`.`,
      `${call.program} report -o report.html`,
    );
  const { repository } = place.around;
  const file = path.join(repository.root, name);
  // What a link leads to is neither read nor written.
  const before = readFileBounded(file, MAX_DOCUMENT);
  const { diff } = place.standing.facts.present.contents;
  const sealOf = (part: string) => sealOfReport(part, diff, call.environment);
  const again = `${call.program} report --write`;
  try {
    const text = documentOf(model, before.kind === 'ok' ? before.bytes.toString('utf8') : null, sealOf);
    await writeDocument(repository, { path: name, text }, 'DOCUMENT_UNWRITABLE', `\`${again}\``);
  } catch (error) {
    if (!(error instanceof MarksBroken)) throw error;
    throw new FlowError(
      'finding',
      'DOCUMENT_MARKS',
      `${clean(name)} must contain each of the two marker lines of the generated part exactly once.`,
      `Remove both markers, or the file; then: ${again}`,
    );
  }
  return writtenTo(file, model);
}

/** A report of a person's hand is smaller; a larger file is written anew. */
const MAX_DOCUMENT = 16 * 1024 * 1024;

const RENDERERS: Readonly<Record<Exclude<Format, 'pdf'>, (model: ReportModel) => string>> = {
  html: (model) => pageOf(model),
  markdown: (model) => markdownOf(model),
  json: (model) => `${JSON.stringify(model, null, 2)}\n`,
};

const ENDINGS: Readonly<Record<string, Format>> = {
  '.html': 'html',
  '.htm': 'html',
  '.pdf': 'pdf',
  '.md': 'markdown',
  '.json': 'json',
};

function formatOf({ options }: Call): Format {
  const named = typeof options.output === 'string' ? ENDINGS[path.extname(options.output).toLowerCase()] : undefined;
  return (options.format as Format | undefined) ?? named ?? 'markdown';
}

function written(call: Call, file: string, made: string | Uint8Array, model: ReportModel): Answer {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, made);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new FlowError(
      'broken',
      'FILE_UNWRITABLE',
      `the report cannot be written (${why}).`,
      `${call.program} report`,
    );
  }
  return writtenTo(file, model);
}

const writtenTo = (file: string, { verdict }: ReportModel): Answer => ({
  ...{ exit: 0, data: { file, verdict }, text: `${file}\n`, isVerbatim: true },
});
