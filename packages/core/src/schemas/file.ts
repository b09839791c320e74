import * as z from 'zod';
import { OverlaySchema } from './overlay.js';
import { WorkflowSchema } from './workflow.js';

/** What stands in a file of its own, where an editor looks for its schema; it is no part of what is said. */
const KEYS = { $schema: z.string().exactOptional().describe('Where editors find the schema of this file.') };

export const WorkflowFileSchema = z.strictObject({ ...KEYS, ...WorkflowSchema.shape });
export const OverlayFileSchema = z.strictObject({ ...KEYS, ...OverlaySchema.shape });
