import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseOverlay, parseWorkflow } from '@flow/core/schemas';
import { applyOverlay, type Overlay, type Resolved, type WorkflowFinding } from '@flow/core/workflow';
import { type Call, FlowError } from '../commands/command.js';
import type { Written } from './lines.js';
import type { Place } from './place.js';
import { readData } from './read-data.js';

/** A workflow as a person named it, as it holds here, and overlays of files that are to be tried on it. */
export interface Named extends Resolved {
  /** The text of the file that the workflow was read from. */
  written?: Written;
  overlays: { file: string; overlay: Overlay; written: Written }[];
}

/** Returns the workflow of an id or file, and the overlays of files; or what is wrong with one of them. */
export async function readNamed(
  call: Call,
  { room, around }: Place,
  name: string,
  files: readonly string[],
): Promise<{ ok: true; named: Named } | { ok: false; file: string; findings: WorkflowFinding[]; written: Written }> {
  let resolved: Omit<Named, 'overlays'> | null = room.resolvedWorkflow(name, around.policy);
  if (!resolved) {
    const written = await readData(call, name, room.workflowIds(around.policy));
    const read = parseWorkflow(written.data);
    if (!read.ok) return { ok: false, file: name, findings: read.findings, written };
    resolved = { workflow: read.value, origins: { layers: {}, gone: {} }, findings: [], less: [], written };
  }
  const overlays: Named['overlays'] = [];
  for (const file of files) {
    // The option takes all words behind it.
    if (room.workflowIds(around.policy).includes(file) && !existsSync(path.resolve(call.directory, file)))
      throw new FlowError(
        'usage',
        'USAGE',
        `${file} is a workflow, and what follows --overlay is read as an overlay.`,
        `${call.program} check ${file} --overlay <files>`,
      );
    const written = await readData(call, file);
    const overlay = parseOverlay(written.data);
    if (!overlay.ok) return { ok: false, file, findings: overlay.findings, written };
    overlays.push({ file, overlay: overlay.value, written });
  }
  return { ok: true, named: { ...resolved, overlays } };
}

/** Returns the workflow with its overlays laid over it, and which layer contributed what. */
export function withOverlays({ overlays, ...named }: Named): Resolved {
  let resolved: Resolved = named;
  for (const { file, overlay } of overlays) {
    const applied = applyOverlay(resolved.workflow, overlay, file, resolved.origins);
    const findings = [...resolved.findings, ...applied.findings];
    if (!applied.ok) return { ...resolved, findings };
    resolved = { ...applied, findings, less: [...resolved.less, ...applied.less] };
  }
  return resolved;
}
