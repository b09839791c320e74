import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkflowFinding } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { notInForce } from '../workflow/in-force.js';
import type { Written } from '../workflow/lines.js';
import { type Answer, type Call, type Command, EXIT } from './command.js';

declare const FLOW_VERSION: string;

export const check: Command = {
  name: 'check',
  group: 'workflow',
  arguments: '[workflows...]',
  summary:
    'check workflows, by name or file: every phase reachable, loops bounded, gates provable, work judged by others',
  flags: [
    { flags: '--overlay <files...>', description: 'overlay files to apply to each workflow' },
    { flags: '--sarif <file>', description: 'write the findings to this file as SARIF, for code scanning' },
  ],
  examples: [
    ['check', 'every workflow available here, with the rules and presets in force'],
    ['check tdd', 'one workflow'],
  ],
  run: runCheck,
};

interface Checked {
  workflow: string;
  /** The findings; of a file that a person named with the line, and the path where it lies in the repository. */
  findings: (WorkflowFinding & { line?: number })[];
}

/** A file that a person named. */
interface Source {
  /** Absolute path. */
  file: string;
  written: Written;
}

/**
 * Adds the place to a finding: in the overlay that the finding is about, if there is one, else in the workflow's own
 * file.
 */
function placed(found: WorkflowFinding, source: Source | undefined, root: string): Checked['findings'][number] {
  if (!source) return found;
  const { at, key } = found.args;
  const line = source.written.lineOf(String(at), key);
  const inside = path.relative(root, source.file).replaceAll(path.sep, '/');
  const isOutside = inside.startsWith('../') || path.isAbsolute(inside);
  return { ...found, ...(!isOutside && { path: inside }), ...(line !== null && { line }) };
}

async function runCheck(call: Call): Promise<Answer> {
  const { checkWorkflow } = await import('@flow/core/workflow');
  const { readNamed } = await import('../workflow/resolve.js');
  const place = await placeOf(call);
  const { around, room } = place;
  const files = [call.options.overlay ?? []].flat().map(String);
  const names = call.words.length > 0 ? call.words : room.workflowIds(around.policy);
  const { root } = around.repository;
  const sourced = ({ file, written }: Source): Source => ({ file: path.resolve(call.directory, file), written });
  const checkedOf = async (name: string): Promise<Checked> => {
    const read = await readNamed(call, place, name, files);
    if (!read.ok)
      return { workflow: read.file, findings: read.findings.map((one) => placed(one, sourced(read), root)) };
    const { workflow, overlays, findings, less, written } = read.named;
    const [overlay, ...others] = overlays;
    const sourceOf = ({ code }: WorkflowFinding): Source | undefined => {
      if (!code.startsWith('OVERLAY_') && code !== 'JUDGES_LESS') return written && sourced({ file: name, written });
      return overlay && others.length === 0 ? sourced(overlay) : undefined;
    };
    const templates = Object.keys((await hooks()).workflowRoom().templatesOf(null));
    const options = { presets: around.policy.presets, templates, overlays: overlays.map(({ overlay }) => overlay) };
    const all = [...findings, ...less, ...checkWorkflow(workflow, options)];
    return { workflow: name, findings: all.map((one) => placed(one, sourceOf(one), root)) };
  };
  const checked = await Promise.all(names.map(checkedOf));
  // What cannot be read is not checked: what was checked then are the earlier rules.
  const isRead = around.policyFindings.every(({ code }) => code !== 'POLICY_INVALID');
  const ok = isRead && checked.every(({ findings }) => findings.every(({ level }) => level !== 'block'));
  const pending = await notInForce(place);
  if (typeof call.options.sarif === 'string') await writeSarif(call, call.options.sarif, checked);
  return {
    exit: ok ? EXIT.ok : EXIT.finding,
    data: { workflows: checked, pending },
    text: (await describe(checked)) + pending.map((line) => `${line}\n`).join(''),
  };
}

/** Writes the findings for code scanning; those of a file of the repository that a person named point to it. */
async function writeSarif({ directory }: Call, file: string, checked: readonly Checked[]): Promise<void> {
  const { faultWords } = await hooks();
  const { sarifOf } = await import('@flow/engine/verify/sarif');
  const findings = checked.flatMap(({ findings }) =>
    findings.map((finding) => ({ ...finding, text: faultWords(finding) })),
  );
  writeFileSync(path.resolve(directory, file), sarifOf(findings, FLOW_VERSION));
}

/** Describes each workflow in one line, and each finding by its place, its remedy, and the run that shows it. */
async function describe(checked: readonly Checked[]): Promise<string> {
  const { clean, faultWords } = await hooks();
  const { traceWords } = await import('../workflow/trace-words.js');
  const lines = checked.flatMap(({ workflow, findings }) => [
    `${clean(workflow, 200)}: ${findings.length === 0 ? 'no problems' : `${findings.length} found`}`,
    ...findings.flatMap(({ trace, line, ...finding }) => [
      `  ${finding.level.padEnd(5)} ${finding.code} ${line === undefined ? '' : `line ${line}, `}${faultWords(finding)}`,
      ...(finding.args.remedy === undefined ? [] : [`        ${clean(finding.args.remedy, 500)}`]),
      ...(trace
        ? [`        example run, stopped at ${clean(trace.position, 100)}: ${clean(traceWords(trace), 600)}`]
        : []),
    ]),
  ]);
  return `${lines.join('\n')}\n`;
}
