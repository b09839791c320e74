/* Texts of new documents. `{title}` stands for the title of the work. */

/** What will be built, with the concerns, probes and expectations of the person who asked for it. */
export const PLAN = `# Plan: {title}

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
`;

/** Claims in two lists, and the changes of schemas that go with them. */
export const SPEC = `# Spec: {title}

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
`;

/** Claims as rules: invariants, prohibitions and boundaries. */
export const RULES = `# Spec: {title}

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
`;

/** Which tests prove which claim, and what the change may break. */
export const TEST_MAP = `# Which tests prove which claim of spec.md, and what the change may break: {title}
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
`;

/** A formal model of the rules that interact. */
export const MODEL = `# Model: {title}

## Rules

<!-- The rules of the specification that interact, by id. -->

## Model

<!-- Their states, steps and invariants: a decision table, a state machine, TLA+ or Alloy. -->

## What It Shows

<!-- Which rules conflict or leave a case open, and how the specification was changed. -->
`;

/** The claims with what shows each; what else is told of the work stands below. */
const COVERED = `## Rule Coverage

| Claim | Status | Evidence |
| ----- | ------ | -------- |
`;

/** How each claim was proven, for the gate that approves it. */
export const REPORT = `# Report: {title}

${COVERED}
## Schema Changes

## User Concerns

<!-- Each concern in the plan, and the evidence that it is addressed. -->
`;

/** How each rule was verified, and what the reviews found. */
export const VERIFICATION = `# Verification: {title}

${COVERED}
## Reviews

<!-- What each review found, and how it was resolved. -->
`;
