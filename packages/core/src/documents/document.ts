import type { Finding, Level } from '../finding.js';
import type { DocumentKind } from './kind.js';
import type { MadePart } from './made-part.js';

/**
 * A claim kind tells what makes a claim what it is: `do` and `not` come from the two lists of `spec.md`, the others are
 * rules in the manner of Correctless (`INV-001`, `PRH-001`, `BND-001`).
 */
export type ClaimKind = 'do' | 'not' | 'invariant' | 'prohibition' | 'boundary';

/** A claim is one promise of a specification, known by id and text: a changed text is a new claim. */
export interface Claim {
  /** The id as the engine knows it: `do-1`, `not-2`, `INV-001`; `D1` and `inv-1` are written so too. */
  id: string;
  /** The id as the document writes it, where that is another form: people know it by that one. */
  written?: string;
  /** The words on one line, without the id, ticks, layout and the mark of a guard. Sub-bullets belong to it. */
  text: string;
  /** `red`: a test must have failed for it first. `guard`: must stay green, red is not asked. */
  expect: 'red' | 'guard';
  kind: ClaimKind;
  line: number;
  /** The digest covers id, expectation and text. */
  digest: string;
}

/** A heading and what stands below it, deeper headings included. */
export interface Section {
  line: number;
  /** Nothing but placeholders and comments. */
  empty: boolean;
  /** List items, paragraphs and table rows, one line each, without placeholders. */
  items: string[];
}

/** Planned tests are the tests that the survey foresees for a claim. */
export interface PlannedTests {
  claim: string;
  tests: { name: string; file?: string; kind?: string }[];
  /** Named checks that hold a guard: a lint rule, a benchmark, an existing suite. */
  checks: string[];
  line: number;
}

/** A changed function or value, who calls it, and what the change may break. */
export interface Risk {
  what: string;
  callers: string[];
  risk: 'low' | 'medium' | 'high';
  tests: string[];
  /** The values change and the schema does not, so that no compiler and no code generation tells. */
  silent?: boolean;
  line: number;
}

/**
 * Schema changes tell what the spec says will change in schemas; the report checks each and flags what is not named
 * here.
 */
export interface SchemaChanges {
  api: { types: string[]; queries: string[]; mutations: string[]; files: string[] };
  migrations: { files: string[]; tables: string[] };
  /** Generators that must run, by name; `required` is the general one. */
  codegen: string[];
  line: number;
}

/** A coverage is a row of a coverage table in a report. */
export interface Coverage {
  claim: string;
  status: string;
  evidence: string;
  line: number;
}

/** A criterion has to hold before an item is done, word for word. */
export interface Criterion {
  /** The id as the item writes it, else the place among the item's criteria, from 1. Unique within the item. */
  id: string;
  text: string;
  /** Only a person can check it. */
  manual?: true;
}

/** Words of an item about how it is worked on and shown, in fields of their own (gap G5). */
export interface ItemWords {
  /** The command that shows the item to be done. Words of whoever wrote the document: a guard judges them before they run. */
  verify?: string;
  /** The message of the commit that ends the item. */
  commit?: string;
  risk?: string;
  criteria?: readonly Criterion[];
  /** Why no test is asked of the item; present only where its tests are off. */
  testsOff?: string;
}

/** An item fault is a fault in the words of an item: the code of a finding, the line, and what the finding's words need. */
export interface ItemFault {
  code: string;
  line: number;
  args: Finding['args'];
}

/** A piece of work as a document lists it: an entry with a box. Which kind of item it is, the workflow says. */
export interface WrittenItem extends ItemWords {
  /** '' where none is written. */
  id: string;
  title: string;
  /** Slugs of the headings that it stands under, the nearest last, and the lines of these headings. */
  under: string[];
  headings?: readonly number[];
  /** Id of the entry that it is a part of. */
  parent?: string;
  /** How many entries it is a part of. */
  depth: number;
  /** Ids of those that come before it. */
  after: string[];
  /** Paths or globs, from the repository's root. */
  files: string[];
  claims: string[];
  size?: string;
  flags: string[];
  /** Lines that are no field, word for word. */
  details?: readonly string[];
  /** The box is ticked. A view: nothing follows from it. */
  ticked?: true;
  line: number;
  /** The line of its command. */
  verifyLine?: number;
  /** The digest covers the words of the entry, without ticks and without its parts. */
  digest: string;
  faults?: readonly ItemFault[];
}

/** A question of an interview, with what was looked up before it was asked, and what was said. */
export interface InterviewEntry {
  question: string;
  lookedUp?: string;
  /** What a person said; left out as long as nobody has. */
  answer?: string;
  /** What is taken to be so although nobody was asked: a debt, known by its id. */
  assumed?: { id?: string; text: string };
  /** The command that shows a fault. Words of whoever wrote the document: a guard judges the command before it runs. */
  command?: string;
  line: number;
}

/** An interview tells what a person was asked, and said. */
export interface Interview {
  entries: readonly InterviewEntry[];
  /** The command that shows the fault which the work is about; present only where a question names one. */
  command?: string;
}

/**
 * A document fact holds everything the engine knows of a document. Plain data: it may be kept by the document's blob
 * id.
 */
export interface DocumentFact {
  kind: DocumentKind;
  /** The path as findings name it. */
  path: string;
  /** The canonical text that is digested. Progress (ticks, counts, fix items, suggestions) and layout are left out. */
  contract: string;
  digest: string;
  /** Sections stand under their canonical key (`user-concerns`) and under the slug of their heading. */
  sections: Record<string, Section>;
  claims: Claim[];
  tests: PlannedTests[];
  risks: Risk[];
  schemaChanges?: SchemaChanges;
  /** Rows of tables that have a claim and a status. */
  coverage: Coverage[];
  /** What a program made of it. */
  made?: MadePart;
  items: WrittenItem[];
  interview?: Interview;
  findings: Finding[];
}

/**
 * The longest document that is read, in characters. Markdown of adversarial shape costs more than its length, so the
 * bound is far below what would fit in memory and far above what a person reads.
 */
export const MAX_DOCUMENT = 128 * 1024;

/** Returns a finding in a document, with the line that it speaks of. */
export function findingAt(
  path: string,
  line: number,
  code: string,
  args: Finding['args'] = {},
  level: Level = 'block',
): Finding {
  return { code, level, path, args: { line, ...args } };
}
