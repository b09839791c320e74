import * as z from 'zod/mini';

const text = (words: string) => z.string().check(z.minLength(1), z.describe(words));

const TestSchema = z.union([
  text('The name of a test.'),
  z.strictObject({
    name: text('The name of the test, as its runner reports it.'),
    file: z.optional(text('The file that contains it, relative to the repository root.')),
    kind: z.optional(text('The kind of test: unit, integration, e2e, property.')),
  }),
]);

const tests = () => z.optional(z.array(TestSchema).check(z.describe('The tests that prove the claim.')));
const checks = () =>
  z.optional(z.array(text('A check by name.')).check(z.describe('Checks other than tests that prove the claim.')));
const status = () => z.optional(z.string().check(z.describe('Progress; not part of what is approved.')));

/** A claim with its tests, in a list. */
export const EntrySchema = z.strictObject({
  claim: text('The id of a claim in spec.md.'),
  tests: tests(),
  checks: checks(),
  status: status(),
});

/** What the change may break. */
export const RiskSchema = z.strictObject({
  what: text('The function, type or value that changes.'),
  change: z.optional(
    z
      .enum(['signature', 'behaviour', 'value', 'removal'])
      .check(z.describe('What changes about it. A changed value with an unchanged schema breaks callers silently.')),
  ),
  callers: z.optional(z.array(text('A caller.')).check(z.describe('Callers and readers, as file or file:function.'))),
  risk: z.enum(['low', 'medium', 'high']).check(z.describe('The risk that the change breaks callers.')),
  tests: z.optional(
    z.array(text('The name of a test.')).check(z.describe('Tests that would fail if something breaks.')),
  ),
  silent: z.optional(z.boolean().check(z.describe('No compiler or code generator reports the change.'))),
  status: status(),
});

/** `test-shape.yaml` as people write it. */
const TestShapeSchema = z.strictObject({
  $schema: z.optional(z.string()),
  claims: z.union([
    z.array(EntrySchema),
    z.record(
      z.string(),
      z.union([z.array(TestSchema), z.strictObject({ tests: tests(), checks: checks(), status: status() })]),
    ),
  ]),
  risks: z.optional(z.array(RiskSchema)),
});

/** Returns the JSON Schema of `test-shape.yaml`, for editors. */
export function testShapeJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(TestShapeSchema, { io: 'input', target: 'draft-7' });
  return {
    $schema,
    title: 'test-shape.yaml',
    description: 'Which tests prove which claim, and what the change may break.',
    ...rest,
  };
}
