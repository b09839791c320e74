import { defineWorkflow, type Phase } from '@flow/core/workflow';
import { INTERVIEW, KINDS_OF_WORK } from './interviews.js';
import { LISTS } from './lists.js';
import { CLOSED, SHIP, workOf } from './parts.js';
import { DESIGN, REQUIREMENTS, RESEARCH } from './templates.js';

const TRIVIAL = { dial: { intent: ['trivial'] } };

/** Work that is large enough to be thought through in documents. */
const LARGER = { intent: ['mid-sized', 'refactor', 'bug', 'greenfield'] };

/** How many answers are asked for, by the kind of work (feature X7). */
const ANSWERS = Object.entries(KINDS_OF_WORK.kinds).map(
  ([intent, { questions }]) =>
    ({
      id: `answers-${intent}`,
      check: 'section',
      document: 'interview',
      section: 'answers',
      ...questions,
      when: { dial: { intent: [intent] } },
    }) as const,
);

const BUG = { dial: { intent: ['bug'] } };

/** The command that shows the fault, in the words of the interview (feature X16). */
const SHOWN = { document: 'interview' } as const;

const BLOCKED = 'BLOCKED: show it to the user for approval, and wait.';

/**
 * Returns a document that roles write and a person approves (features X1, X3, X4).
 * @param cites what it builds on: what it cites there is a part of what is approved (R66)
 */
const written = <const Id extends string>(
  id: Id,
  title: string,
  instruction: string,
  roles: readonly string[],
  cites: readonly string[] = [],
) =>
  ({
    id,
    title,
    instruction: { default: instruction, APPROVAL_MISSING: BLOCKED },
    roles,
    when: { dial: LARGER },
    edits: [...roles.flatMap((role) => workOf(role, 'document')), ...CLOSED],
    produces: [id],
    exit: [
      { check: 'document', document: id },
      { check: 'valid', document: id },
      {
        ...{ check: 'approved', gate: id, on: [`doc:${id}`, ...cites.map((one) => `doc:${one}@${id}?`)] },
        when: { dial: { approvals: ['all'] } },
      },
    ],
  }) as const satisfies Phase;

/**
 * `RESEARCHED` is research in parts: each topic has an agent of its kind, all at work at once, and one document of what they
 * found (X21 to X26).
 */
const RESEARCHED = {
  ...written(
    'research',
    'Research',
    'List the topics that have to be known, and start the agent of each, all in one message (`flow research` names them). Do not look into them yourself. Then merge their parts: `flow research merge`.',
    ['researcher', 'explorer'],
  ),
  exit: [
    { check: 'document', document: 'research' },
    { check: 'valid', document: 'research' },
    { check: 'gathered', document: 'research' },
    { check: 'approved', gate: 'research', on: ['doc:research'], when: { dial: { approvals: ['all'] } } },
  ],
  each: {
    kind: 'topic',
    phases: [
      {
        id: 'look',
        title: 'Look into it',
        instruction: 'Have the agent of the topic write its part, and hand the topic in.',
        roles: ['researcher', 'explorer'],
        // Who coordinates looks into nothing: the parts are written by those who looked.
        edits: [
          ...CLOSED,
          { class: 'document', role: 'researcher', answer: 'allow' },
          { class: 'document', role: 'explorer', answer: 'allow' },
          { class: 'document', answer: 'ask' },
        ],
        exit: [
          { check: 'gathered', document: 'research' },
          { check: 'submitted', name: 'found', on: 'item' },
        ],
      },
    ],
  },
} as const satisfies Phase;

const document = (id: string, title: string) => ({ title, path: `specs/{branch}/${id}.md` });
const gate = (id: string, title: string) => ({ title, subjects: [`specs/{branch}/${id}.md`] });

/**
 * The workflow `spec` leads from an interview by way of documents that a person approves to tasks that are done one by one,
 * each by its own command (features X1 to X66). The kind of work says how many questions are asked and which documents are
 * written: what is trivial goes from its interview to its one task.
 */
export const spec = defineWorkflow({
  id: 'spec',
  title: 'Approved documents, then task by task',
  version: 1,
  dials: {
    intent: {
      title: 'Kind of work',
      values: ['trivial', 'mid-sized', 'refactor', 'bug', 'greenfield'],
      default: 'mid-sized',
    },
    review: { title: 'When results are reviewed', values: ['final', 'every-fifth'], default: 'every-fifth' },
    granularity: { title: 'How much each task says of itself', values: ['coarse', 'fine'], default: 'coarse' },
    approvals: { title: 'What a person approves', values: ['none', 'tasks', 'all'], default: 'all' },
  },
  documents: {
    interview: { ...document('interview', 'Interview'), kind: 'interview', template: 'interview' },
    research: { ...document('research', 'Research'), template: 'research', parts: 'specs/{branch}/research' },
    requirements: { ...document('requirements', 'Requirements'), template: 'requirements' },
    design: { ...document('design', 'Design'), template: 'spec-design' },
    tasks: { ...document('tasks', 'Tasks'), template: 'tasks' },
  },
  templates: {
    interview: INTERVIEW,
    research: RESEARCH,
    requirements: REQUIREMENTS,
    'spec-design': DESIGN,
    tasks: LISTS.tasks,
  },
  gates: {
    research: gate('research', 'what is known before anything is decided'),
    requirements: gate('requirements', 'what has to hold'),
    design: gate('design', 'how it is made'),
    tasks: gate('tasks', 'the tasks, in their order'),
  },
  steps: [
    {
      id: 'write',
      title: 'ask, and write what is to be done',
      phases: ['interview', 'reproduce', 'research', 'requirements', 'design', 'tasks'],
      asks: 'what to build',
      begin:
        'If `flow status` shows no run, start one with the goal in the words of the user: `flow start spec "<goal>"`.',
    },
    { id: 'implement', title: 'do the tasks, one by one', phases: ['implement', 'finish', 'ship'] },
  ],
  goal: KINDS_OF_WORK,
  unattended: { dial: { approvals: ['none'] } },
  push: { at: ['boundary', 'pull-request', 'waiting'], commits: 5 },
  rules: [
    'Never remove a task: add a fix below it.',
    'A task is done when its checks hold, whatever a sub-agent says.',
    'Only a person approves. At BLOCKED, show what there is to review and stop.',
  ],
  phases: [
    {
      id: 'interview',
      title: 'Interview',
      instruction: {
        default: 'Ask the user what is not clear from the code, and write the answers down.',
        approaches: 'Propose two or three approaches, and write them down with the one that the user has chosen.',
        BRANCH_NEEDED: 'This is the base branch. Create a branch for the work first.',
      },
      edits: CLOSED,
      produces: ['interview'],
      exit: [
        { check: 'branch' },
        { check: 'document', document: 'interview' },
        { check: 'valid', document: 'interview' },
        ...ANSWERS,
        // Two or three ways are offered, and the choice is kept (feature X14).
        {
          ...{ id: 'approaches', check: 'section', document: 'interview', section: 'approaches' },
          ...{ min: 2, max: 3, when: { dial: LARGER } },
        },
        { id: 'approach', check: 'section', document: 'interview', section: 'approach', when: { dial: LARGER } },
      ],
    },
    {
      id: 'reproduce',
      title: 'Reproduce',
      instruction: 'Run the command that the interview names, and see it fail before anything is changed.',
      when: BUG,
      edits: CLOSED,
      exit: [{ check: 'reproduced', command: SHOWN }],
    },
    RESEARCHED,
    written('requirements', 'Requirements', 'Have the product manager write what has to hold.', ['product-manager']),
    written(
      'design',
      'Design',
      'Have the architect write how it is made, and what is left out.',
      ['architect'],
      ['requirements'],
    ),
    {
      id: 'tasks',
      title: 'Tasks',
      instruction: {
        default: 'Have the planner cut the work into tasks, each with its files and the command that shows it.',
        APPROVAL_MISSING: BLOCKED,
      },
      roles: ['planner'],
      edits: [...workOf('planner', 'document'), ...CLOSED],
      produces: ['tasks'],
      exit: [
        { check: 'document', document: 'tasks' },
        { check: 'valid', document: 'tasks' },
        { check: 'listed', kind: 'task', with: ['files', 'verify'] },
        {
          id: 'fine',
          check: 'listed',
          kind: 'task',
          with: ['files', 'verify', 'commit', 'criteria'],
          when: { dial: { granularity: ['fine'] } },
        },
        // What has grown past its kind is thought through in documents first.
        {
          id: 'small',
          check: 'bounded',
          kind: 'task',
          ...{ items: 1, files: 5 },
          grows: { dial: 'intent', value: 'mid-sized' },
          when: TRIVIAL,
        },
        {
          check: 'approved',
          gate: 'tasks',
          on: ['doc:tasks', 'doc:requirements@tasks?', 'doc:design@tasks?'],
          when: { dial: { approvals: ['tasks', 'all'] } },
        },
      ],
    },
    {
      id: 'implement',
      title: 'Implement',
      instruction: 'Work on the named task.',
      keeps: ['tasks'],
      exit: [],
      each: {
        kind: 'task',
        fixes: { max: 3, depth: 2 },
        atOnce: 5,
        attempts: { max: 5, onExhausted: 'block' },
        marks: { flag: 'checkpoint', every: 5, last: true, boundary: true },
        phases: [
          {
            id: 'execute',
            title: 'Execute',
            instruction: {
              default:
                'Have the task done test first, run its command, and hand it in. It is one commit: `flow commit --item <id>`.',
              FINDING_OPEN: 'Mend what the review found: this instance and the cause of its class.',
            },
            roles: ['implementer'],
            edits: [...workOf('implementer', 'source', 'test')],
            exit: [
              { check: 'submitted', name: 'complete', on: 'item' },
              { id: 'check', check: 'command', command: 'item', on: 'item' },
            ],
          },
          {
            id: 'review',
            title: 'Review',
            instruction: 'Have what was done since the last review held against the documents that the run has.',
            when: { flag: ['checkpoint'], dial: { review: ['every-fifth'] } },
            roles: ['keeper'],
            edits: CLOSED,
            exit: [
              {
                check: 'verdict',
                judge: 'keeper',
                on: 'item',
                to: 'execute',
                loop: { max: 3, onExhausted: 'proceed' },
              },
            ],
          },
        ],
      },
    },
    {
      id: 'finish',
      title: 'Finish',
      instruction: 'Run everything, and mend what fails.',
      roles: ['keeper'],
      edits: [
        { class: 'source', role: 'keeper', answer: 'deny' },
        { class: 'test', role: 'keeper', answer: 'deny' },
        { class: 'source', answer: 'allow' },
        { class: 'test', answer: 'allow' },
      ],
      exit: [
        {
          check: 'green',
          blame: 'items',
          spares: 'documents',
          to: 'implement',
          loop: { max: 3, onExhausted: 'escalate' },
        },
        // The same command, which was seen to fail, passes now.
        { id: 'mended', check: 'command', command: SHOWN, when: BUG },
        { id: 'lint', check: 'green', question: 'lint', severity: 'warn' },
        { id: 'types', check: 'green', question: 'types', severity: 'warn' },
        {
          id: 'whole',
          check: 'verdict',
          judge: 'keeper',
          on: 'diff',
          when: { dial: { review: ['final'] } },
          loop: { max: 3, onExhausted: 'escalate' },
        },
      ],
    },
    SHIP,
  ],
});
