import { schemaFindings } from '@flow/core/schemas';
import { END_STATUSES } from '@flow/core/workflow';
import * as z from 'zod';
import { blockOf, complaintOf, dataOf, tidy } from './blocks.js';

const WorkStatusSchema = z
  .strictObject({
    flow: z.literal('status').describe('Marks this as the end of a piece of work.'),
    item: z.string().trim().min(1).max(60).nullish().describe('The item that was worked on.'),
    status: z.enum(END_STATUSES).describe('How it ended.'),
    note: z.string().trim().min(1).max(2000).nullish().describe('What was done, or what is missing.'),
  })
  .check(({ value, issues }) => {
    if (value.status === 'done' || value.note) return;
    const message = `\`${value.status}\` needs a \`note\` that says why`;
    issues.push({ code: 'custom', input: value.note, path: ['note'], message });
  });

/** A work status tells how a worker says that it ended. */
export interface WorkStatus {
  status: (typeof END_STATUSES)[number];
  item: string | null;
  note: string | null;
}

/** A read work status holds what was read, or in words what is wrong with it, for the model that wrote it. */
export type ReadWorkStatus = { status: WorkStatus } | { complaint: string };

const SHAPE = [
  'End your answer with exactly one block like this:',
  '```flow-status',
  '{"flow": "status", "item": "<id>", "status": "done", "note": "<what was done>"}',
  '```',
  `status is one of ${END_STATUSES.join(', ')}; all but done need a note.`,
].join('\n');

/** Reads the status that a worker's message ends with: one fenced block `flow-status` (R3). Words around it complete nothing. */
export function readWorkStatus(message: string): ReadWorkStatus {
  const block = blockOf(message, 'status');
  if ('complaint' in block) return complaintOf(block.complaint, SHAPE);
  const data = dataOf(block.text, 'status');
  if ('complaint' in data) return complaintOf(data.complaint, SHAPE);
  const parsed = WorkStatusSchema.safeParse(data.value);
  if (parsed.success) {
    const { item, status, note } = parsed.data;
    return { status: { status, item: item ?? null, note: note ?? null } };
  }
  const lines = schemaFindings(parsed.error.issues, WorkStatusSchema, data.value)
    .slice(0, 4)
    .map(({ code, args = {} }) => {
      const why = code === 'SCHEMA_KEY_UNKNOWN' ? `unknown key \`${args.key}\`` : (args.message ?? '');
      return `- ${tidy(`${args.at}: ${why}. ${args.remedy ?? ''}`)}`;
    });
  return complaintOf(['The status is invalid:', ...lines].join('\n'), SHAPE);
}
