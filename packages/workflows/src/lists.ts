/* Texts of new lists of items, for the workflows that walk them. `{title}` stands for the title of the work. */

const FIELDS = `<!-- Below an entry, each where it is needed:
  - Files: \`path/from/the/root\`, \`folder/\`, \`**/*.glob\`
  - After: ids of what comes before
  - Claims: do-1, INV-001
  - Size: S
  - Flags: security
  - Criteria:
    - AC1: what has to hold, so that another can check it
  - Manual: what only a person can check
  - Verify: \`the command that shows it\`
  - Commit: \`feat: the message of its commit\`
  - Risk: what may go wrong
  - Tests: off (the reason)
The program ticks the boxes. An entry whose title begins with [VERIFY] only runs its command. What an entry cites (FR-1,
design.md#heading), whoever does it is given word for word. -->`;

/** Tasks, worked on one after the other or beside each other. */
const TASKS = `# Tasks: {title}

## Tasks

<!-- One entry a task: "- [ ] 1.1 Title", with an id that stays. -->

${FIELDS}
`;

/** Stages of a plan, each with its tasks in it. */
const STAGES = `# Plan: {title}

## Stages

<!-- One entry a stage, its tasks below it: "- [ ] A: Stage", and two blanks further in "- [ ] A1: Task". -->

${FIELDS}
`;

/** Stories with their criteria. */
const STORIES = `# Stories: {title}

## Stories

<!-- One entry a story: "- [ ] S1: As a guest I see the sum", with its size and its criteria. -->

${FIELDS}
`;

/** Templates of lists by name, for any workflow whose documents name them. */
export const LISTS = { tasks: TASKS, stages: STAGES, stories: STORIES } as const;
