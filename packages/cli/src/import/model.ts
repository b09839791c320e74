/** A place in the files of another tool: the path from the repository's root, and the line from 1. */
export interface Place {
  path: string;
  line: number;
}

/** What another tool says that has to hold: a claim before it has an id of ours. */
export interface ImportedClaim extends Place {
  /** How the other tool names it: `FR-001`, `US1.2`, `1.3`; one name in one folder. */
  origin: string;
  text: string;
  /** True where it says what must not happen. */
  forbids: boolean;
  /** True where it holds already, and has to stay so. */
  stays?: true;
}

/** How far work is there. `done` is what somebody said: it proves nothing here. */
export type Said = 'open' | 'begun' | 'blocked' | 'deferred' | 'done' | 'dropped';

/** A piece of work of another tool. */
export interface ImportedItem extends Place {
  /** Its id there. */
  origin: string;
  title: string;
  /** The id there of what it is a part of. */
  parent?: string;
  /** Ids there of what comes before it. */
  after: string[];
  /** Paths from the repository's root, as far as its words name some. */
  files: string[];
  criteria: string[];
  /** Names there of the claims that it is for. */
  claims: string[];
  /** What else is said of it, a line each. */
  notes: string[];
  said: Said;
  /** The word or sign of the other tool for that. */
  word: string;
}

/** A test that another tool plans for claims. */
export interface ImportedTest extends Place {
  claims: string[];
  name: string;
  file?: string;
}

/** A text that goes over as a whole, where the workflow has a document of that name. */
export interface ImportedText {
  document: string;
  path: string;
  text: string;
}

/** What has no place in the house's documents, and why. The original stays where it is. */
export interface Left extends Place {
  what: string;
  why: string;
}

/** All that a folder or file of another tool says, in the words of none of our workflows. */
export interface Imported {
  /** The name of the tool: `spec-kit`. */
  tool: string;
  /** The folder or file, from the repository's root. */
  from: string;
  /** The list that was read, where a file has several. */
  list?: string;
  title: string;
  /** What the work is for, a paragraph each. */
  scope: string[];
  /** What a reviewer should try. */
  probes: string[];
  /** Files that explain or constrain the work. */
  files: string[];
  claims: ImportedClaim[];
  items: ImportedItem[];
  tests: ImportedTest[];
  texts: ImportedText[];
  left: Left[];
}

/** A file of another tool as a reader gets it: its text without a byte order mark and with ends of lines as here, its path from the repository's root. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Makes an import that says nothing yet. */
export const emptyImport = (tool: string, from: string, title: string): Imported => ({
  ...{ tool, from, title, scope: [], probes: [], files: [], claims: [], items: [], tests: [], texts: [], left: [] },
});
