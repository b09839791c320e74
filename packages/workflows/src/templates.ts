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

/** `MODEL` is a formal model of the rules that interact. */
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

/** What is known before anything is decided. */
export const RESEARCH = `# Research: {title}

## Topics

<!-- What has to be known before anything is decided: one topic for each agent, at least one for a researcher (EXTERNAL, DOMAIN-WEB) and one for an explorer (CODEBASE, RELATED, DOMAIN-CODE, QUALITY, TOOLING). -->
<!-- - [ ] T1: [EXTERNAL] How others refresh tokens -->
<!-- - [ ] T2: [CODEBASE] Where sessions are kept -->

## Executive Summary

<!-- In five lines, for whoever reads no more. -->

## External Research

<!-- Best practices, how others do it, pitfalls. -->

## Codebase Analysis

<!-- Patterns that are there, dependencies, constraints, as \`path/from/the/root\`. -->

## Related Specs

## Quality Commands

<!-- How the project is built, tested and linted. -->

## Verification Tooling

<!-- How a change is looked at: a server, a browser, sample data. -->

## Feasibility Assessment

## Recommendations for Requirements

## Open Questions

## Sources
`;

/** What has to hold when the work is done. */
export const REQUIREMENTS = `# Requirements: {title}

## Goal

## Users

## Requirements

<!-- - R1: What has to hold, so that a test can decide it. -->

## Quality

<!-- How fast, how large, how safe. -->

## Out of Scope

## Success

<!-- How anybody sees that it is done. -->
`;

/** How it is made. */
export const DESIGN = `# Design: {title}

## Approach

## Parts

<!-- Which part does what, and what lies between them. -->

## Files

<!-- What is made and what is changed, as \`path/from/the/root\`. -->

## Decisions

<!-- What was decided, what else there was, and why not that. -->

## Errors

<!-- What goes wrong, and what a user sees then. -->

## Tests

<!-- What shows which requirement. -->

## Left Out
`;

/** What the code says to a request. */
export const DISCOVERY = `# Discovery: {title}

## Topics

<!-- What has to be known before the plan: one topic for each agent, at least one for a researcher and one for an explorer. -->
<!-- - [ ] T1: [EXTERNAL] What the provider limits -->
<!-- - [ ] T2: [CODEBASE] What calls the old client -->

## External Research

## Codebase Analysis

<!-- As \`path/from/the/root\`, with what it does. -->

## Recommendations for Requirements

## Open Questions

## Sources
`;

/** Claims of a plan, in words that bind. */
export const SPECS = `# Specifications: {title}

## Must Do

<!-- - do-1: Given an empty cart, when it is opened, then it SHALL say "Nothing here yet". -->
<!-- - do-2 (refactor): Prices SHALL be formatted in one place. -->

## Must NOT

<!-- - not-1: The total MUST NOT be shown with more than two decimals. -->
<!-- Nothing to forbid? Write "None:" and the reason. -->
`;

/** What the next work should know. */
export const LEARNINGS = `# Learnings: {title}

## Lessons

<!-- - What was learned, and what to do about it next time. -->

## Left Open

<!-- - What was seen and not done. -->
`;

/** What the stories change. */
export const STORY_DESIGN = `# Design: {title}

## Parts

<!-- Which part does what, and what lies between them. -->

## Stories

<!-- For each story: what it changes, what comes before it, and what may go wrong. -->

## Tests

<!-- What shows which rule, and what is there to show it with. -->
`;
