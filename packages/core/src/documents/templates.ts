import { oneLine } from './text.js';

/** The documents that have a template. */
export const TEMPLATES = ['plan', 'spec', 'rules', 'test-shape', 'model', 'report', 'verification'] as const;
export type Template = (typeof TEMPLATES)[number];

/** The claims with what shows each; what else is told of the work stands below. */
const COVERED = `## Rule Coverage

| Claim | Status | Evidence |
| ----- | ------ | -------- |
`;

const WORDS: Record<Template, (title: string) => string> = {
  plan: (title) => `# Plan: ${title}

<!-- What will be built, for whom, and what is out of scope. -->

## Scope

## User Concerns

<!-- The concerns of the person who asked for this, in their words, one per bullet. The plan is incomplete while this is empty. -->

## Fragile Areas

<!-- Code near the change that breaks easily. -->

## Custom Adversarial Probes

<!-- What a reviewer should try to break, one per bullet; each goes to the review of the diff. -->

## User-Visible Expectations

<!-- What users will see that was not there before. -->

## Architecture Files

<!-- Files that explain or constrain the change, as \`path/from/the/root\`, with a short reason. -->
`,
  spec: (title) => `# Spec: ${title}

<!-- One claim a bullet. A claim is a sentence that a test can show to be false. -->

## Must Do

<!-- - do-1: An empty cart shows "Nothing here yet". -->
<!-- - do-2 (refactor): Prices are formatted in one place. -->

## Must NOT

<!-- - not-1: The total is never shown with more than two decimals. -->
<!-- Nothing to forbid? Write "None:" and the reason. -->

## Schema Changes

<!-- What changes in types, queries, migrations and generated code; or "None". -->

\`\`\`yaml
api:
  new_types: []
  new_queries: []
  new_mutations: []
  modified_files: []
migrations:
  new: []
  tables_modified: []
codegen:
  required: false
\`\`\`
`,
  rules: (title) => `# Spec: ${title}

<!-- One rule per bullet. A rule is a sentence that a test can prove false. -->

## Invariants

<!-- What always holds. -->
<!-- - INV-001: The total of a cart is the sum of its lines. -->
<!-- - INV-002 (refactor): Prices are rounded in one place. -->

## Prohibitions

<!-- What never happens. -->
<!-- - PRH-001: No price is shown with more than two decimals. -->
<!-- Nothing to forbid? Write "None:" and the reason. -->

## Boundaries

<!-- What holds at the edges: nothing, one, too many, malformed, twice. -->
<!-- - BND-001: An empty cart shows "Nothing here yet". -->
`,
  'test-shape': (title) => `# Which tests prove which claim of spec.md, and what the change may break: ${title}
#
# claims:
#   - claim: do-1
#     tests:
#       - name: shows a message in an empty cart
#         file: test/cart.test.ts
#         kind: unit
#   - claim: not-1
#     checks: [the suite of the prices package]
# risks:
#   - what: formatPrice()
#     change: value        # signature, behaviour, value or removal
#     callers: [src/cart.ts, src/invoice.ts:lines]
#     risk: high           # low, medium or high; medium and high need tests
#     tests: [prints the same invoice]
claims: []
risks: []
`,
  model: (title) => `# Model: ${title}

## Rules

<!-- The rules of the specification that interact, by id. -->

## Model

<!-- Their states, steps and invariants: a decision table, a state machine, TLA+ or Alloy. -->

## What It Shows

<!-- Which rules conflict or leave a case open, and how the specification was changed. -->
`,
  report: (title) => `# Report: ${title}

${COVERED}
## Schema Changes

## User Concerns

<!-- Each concern in the plan, and the evidence that it is addressed. -->
`,
  verification: (title) => `# Verification: ${title}

${COVERED}
## Reviews

<!-- What each review found, and how it was resolved. -->
`,
};

/** The text of a new document. Takes its name and a title; reads without findings but for what is still empty. */
export function documentTemplate(name: Template, { title }: { title: string }): string {
  return WORDS[name](titleOf(title));
}

/** The text of a document that a project's own workflow names, whose form nobody knows but the project: its headline. */
export const plainTemplate = (kind: string, { title }: { title: string }): string =>
  `# ${titleOf(kind)}: ${titleOf(title)}\n`;

const titleOf = (title: string) => oneLine(title).replaceAll('<!--', '').replaceAll('-->', '') || 'untitled';
