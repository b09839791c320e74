import * as z from 'zod';
import { compactSchema } from './compact.js';
import { OverlayFileSchema, WorkflowFileSchema } from './file.js';

/** JSON Schemas (draft 7, for editors) of what people write, by file name; the build writes them into the package. */
export function workflowJsonSchemas(): Readonly<Record<string, Record<string, unknown>>> {
  const of = (schema: z.ZodType) =>
    compactSchema(z.toJSONSchema(schema, { target: 'draft-7', io: 'input', reused: 'ref' }));
  return { 'workflow.schema.json': of(WorkflowFileSchema), 'overlay.schema.json': of(OverlayFileSchema) };
}
