import type { Finding } from '../finding.js';
import { ID_EXAMPLES } from './claim-id.js';
import { interviewLine } from './interview-form.js';

/** What a person calls a section. */
const TITLES: Record<string, string> = {
  'user-concerns': 'User Concerns',
  probes: 'Custom Adversarial Probes',
  expectations: 'User-Visible Expectations',
  'architecture-files': 'Architecture Files',
  'must-do': 'Must Do',
  'must-not': 'Must NOT',
  invariants: 'Invariants',
  prohibitions: 'Prohibitions',
  boundaries: 'Boundaries',
};

type Words = Record<string, (args: Record<string, string>) => [problem: string, fix: string]>;

const WORDS: Words = {
  DOCUMENT_TOO_LARGE: ({ length, most }) => [
    `It has ${length} characters; at most ${most} are read.`,
    'Move what is no contract (logs, long examples) to a file of its own.',
  ],
  DOCUMENT_TOO_COMPLEX: () => [
    'It has more lines, cells or nested marks than a person writes, and is not read.',
    'Move tables and logs to a file of their own, and quote text with many marks in a code block.',
  ],
  DOCUMENT_NOT_UTF8: () => ['It is not text in UTF-8 (UTF-16, or binary).', 'Save it as UTF-8.'],
  DOCUMENT_CONFLICT: () => [
    'A merge conflict is open here; nothing in the document counts until it is settled.',
    'Keep what holds of both sides, and remove the three marks.',
  ],
  DOCUMENT_LINK: () => [
    'It is a symbolic link, which is not followed: what it leads to is no part of the work.',
    'Write the document itself here.',
  ],
  DOCUMENT_UNREADABLE: ({ problem }) => [`It could not be read (${problem}).`, 'Simplify its nesting.'],
  YAML_INVALID: ({ problem }) => [`This is not YAML: ${problem}`, 'Correct the line; quote values with special signs.'],
  FIELD_UNKNOWN: ({ field }) => [`The field ${field} is not known.`, 'Remove it, or correct its name.'],
  FIELD_INVALID: ({ field, expected }) => [
    `The value of ${field || 'the file'} is not what is expected${expected ? ` (${expected})` : ''}.`,
    expected === 'string'
      ? 'Correct the value; put quotes around a number, a date, true or false.'
      : 'Correct the value.',
  ],
  SECTION_MISSING: ({ section }) =>
    section === 'claims'
      ? ['The list of claims is missing.', 'Add "claims:" with an entry for each claim of the spec.']
      : [`The section "${section}" is missing.`, `Add "## ${section}" with content.`],
  SECTION_EMPTY: ({ section }) => [
    `The section "${section}" has no content yet; comments and placeholders do not count.`,
    'Write at least one bullet.',
  ],
  FORM_UNKNOWN: ({ version, known }) =>
    version === ''
      ? [
          'It does not say in which form it is written, so that no answer is read.',
          `Write this line at its top: ${interviewLine(known)}`,
        ]
      : [
          `It is written in version ${version} of the form, which is not known here, so that no answer is read.`,
          `Bring it into version ${known} (\`flow template interview\`), or update flow.`,
        ],
  ANSWER_MISSING: ({ question }) => [
    `"${question}" has no answer yet.`,
    'Write "Answer:" below it; where nobody is there to ask, "Assumed (A1):" and what you take to be so.',
  ],
  LOOKUP_MISSING: ({ question }) => [
    `"${question}" does not say what was looked up before it was asked.`,
    'Write "Looked up:" below it, with the files and documents that leave it open.',
  ],
  ASSUMPTION_ID_MISSING: ({ write, first }) => [
    first ? `The assumption has an id that stands already in line ${first}.` : 'The assumption has no id.',
    `Write "${write}" in front of it.`,
  ],
  COMMAND_TWICE: ({ command }) => [
    `A command is named already: ${command}.`,
    'Keep the one that shows the fault fastest.',
  ],
  APPROACH_UNKNOWN: ({ labels }) => [
    'The choice names none of the approaches.',
    `Begin it with the letter of one: ${labels}.`,
  ],
  REASON_MISSING: ({ section }) => [`"${section}" says none, without a reason.`, 'Write "None:" and why.'],
  CLAIM_ID_MISSING: ({ write, unlike }) =>
    unlike === undefined
      ? ['The claim has no id.', `Write "${write}" in front of it.`]
      : [
          `"${unlike}" is no id of a claim: those look like ${ID_EXAMPLES.join(', ')}.`,
          `Write "${write}" in its place.`,
        ],
  CLAIM_EMPTY: () => ['The claim has no words yet.', 'Write what a test can show to be false, or remove it.'],
  CLAIM_DUPLICATE: ({ id, first }) => [
    `${id} is there already, in line ${first}.`,
    'Give one of them the next free id.',
  ],
  CLAIM_WRONG_SECTION: ({ id, expected }) => [`${id} stands in the wrong section.`, `Move it to "${expected}".`],
  CLAIM_NOT_DEFINED: ({ id, where }) =>
    where === 'words'
      ? [
          `${id} stands in the words of another entry or in a quotation, where no claim is read.`,
          'Write it as a bullet of its own that begins with its id.',
        ]
      : [
          `${id} stands only under a heading about progress, where no claim is read.`,
          'Move it to the section of its claims, or remove it.',
        ],
  SCHEMA_CHANGES_NO_YAML: () => [
    'Schema changes are declared in words.',
    'Write them as a fenced yaml block with api, migrations and codegen, or write "None".',
  ],
  ITEM_ID_MISSING: ({ title }) => [
    `"${title}" has no id.`,
    'Write one in front of it that stays, such as "S1:" or "1.3".',
  ],
  ITEM_DUPLICATE: ({ id, first }) => [`${id} is there already, in ${first}.`, 'Give one of them another id.'],
  ITEM_AFTER_UNKNOWN: ({ id, after }) => [
    `${id} comes after ${after}, which is no item.`,
    'Write the id of one that is listed.',
  ],
  ITEM_AFTER_CIRCLE: ({ id, after }) => [
    `${id} comes after ${after}, and that after it: none of them can begin.`,
    'Take one of the two away.',
  ],
  ITEM_TITLE_MISSING: ({ id }) => [`${id} has no words.`, 'Write behind the id what is to be done.'],
  ITEM_PARENT_MISSING: ({ id, kind }) => [
    `${id} is a part of no ${kind}.`,
    `Move it below its ${kind}, or add an entry below it: "Parent:" and the id of the ${kind}.`,
  ],
  ITEM_PARENT_UNKNOWN: ({ id, parent, kind }) => [
    kind
      ? `${id} is a part of ${parent}, which is no ${kind}.`
      : `${id} is a part of ${parent}, and of no other item can it be one.`,
    kind ? `Write the id of a ${kind} that is listed.` : 'Remove "Parent:".',
  ],
  ITEM_FIELD_TWICE: ({ id, field }) => [`${id} says "${field}" twice.`, 'Keep the one that holds.'],
  ITEM_FIELD_LONG: ({ id, field, most }) => [
    `"${field}" of ${id} is more than is read (${most}); what is beyond counts for nothing.`,
    'Shorten it, or split the item.',
  ],
  ITEM_VERIFY_UNCLEAR: ({ id }) => [
    `${id} has more than one command or line in "Verify:".`,
    'Write one command, as code; put several into a script.',
  ],
  ITEM_VERIFY_HIDES: ({ id, command }) => [
    `The command of ${id} (${command}) hides how its programs end, by a pipe, a list, a background start or "!": no run of it could count.`,
    'Put it into a script that ends with their exit code, or between quotes behind `sh -c`.',
  ],
  ITEM_TESTS_REASON: ({ id }) => [
    `${id} has its tests off without a reason, so they stay on.`,
    'Write why: "Tests: off (reason)".',
  ],
  ITEM_CRITERION_DUPLICATE: ({ id, criterion, first }) => [
    `${id} has a criterion ${criterion} already, in line ${first}.`,
    'Give one of them another id.',
  ],
  HEADING_REPEATED: ({ heading, first }) => [
    `The heading "${heading}" stands already in line ${first}, with items below both.`,
    'Join the two lists, or give one of them another heading.',
  ],
  ITEM_CLAIM_UNKNOWN: ({ id, claims }) => [
    `${id} is to fulfil ${claims}, which no document claims.`,
    'Correct the id.',
  ],
  ITEM_FILES_MISSING: ({ id }) => [
    `${id} names no file, so that nothing can be proven of its content.`,
    'Add an entry below it: "Files:" and the paths, as code.',
  ],
  PATH_OUTSIDE: ({ file }) => [`${file} leads out of the repository.`, 'Write a path from its root.'],
  CLAIM_UNTESTED: ({ id, expect }) =>
    expect === 'guard'
      ? [`The guard ${id} has neither a test nor a check.`, `Add an entry "claim: ${id}" with tests or checks.`]
      : [`The claim ${id} has no test.`, `Add an entry "claim: ${id}" with at least one test.`],
  CLAIM_UNKNOWN: ({ id, known }) => [
    `${id} is no claim of the spec.`,
    known ? `Its claims: ${known}.` : 'Add it there first.',
  ],
  RISK_UNTESTED: ({ what, risk }) => [
    `${what} is a risk (${risk}) without a test.`,
    'Name a test that fails if its callers break.',
  ],
  SILENT_BREAKER: ({ what }) => [
    `${what} changes values behind the same schema: no compiler and no code generation will tell.`,
    'Test what its callers do with the new values.',
  ],
  SCHEMA_CHANGE_MISSING: ({ kind, name }) => [
    `The schema change ${kind} ${name} is declared, and nothing like it has changed.`,
    'Make the change, or take it out of "Schema Changes".',
  ],
  SCHEMA_CHANGE_UNDECLARED: ({ kind, name, at }) => [
    `The schema change ${kind} ${name}${at && at !== name ? ` (${at})` : ''} is not declared.`,
    'Name it in "Schema Changes".',
  ],
};

/**
 * Returns the words for a finding in a document: where, what is wrong, and what to write. Codes of other parts are
 * named as they are.
 */
export function describeFinding({ code, path, args }: Finding): string {
  const told = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value ?? '')]),
  );
  for (const name of ['section', 'expected']) if (told[name]) told[name] = TITLES[told[name]] ?? told[name];
  const [problem, fix] = WORDS[code]?.(told) ?? [code, ''];
  return `${path}:${told.line}: ${problem} ${fix}`.trim();
}
