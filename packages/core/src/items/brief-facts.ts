import type { Claim, Section } from '../documents/document.js';
import type { ItemFact, MatchedSkill } from '../workflow/facts.js';
import type { Attempt, Retry } from './attempts.js';

/**
 * A brief role tells who is given a brief: a judge sees what is asked and what is there, and nothing of how it came to
 * be.
 */
export interface BriefRole {
  name: string;
  isJudge: boolean;
}

/** A document of a run as a brief needs it. */
export interface BriefDocument {
  name: string;
  path: string;
  /** The digest of its contract. */
  digest: string;
  sections: Readonly<Record<string, Pick<Section, 'line' | 'items'>>>;
  claims: readonly Pick<Claim, 'id' | 'written' | 'text' | 'expect'>[];
  items: readonly { id: string; line: number; details?: readonly string[] }[];
}

/** A must-fix that is open. */
export interface BriefFinding {
  id: string;
  title: string;
  source: string;
  file?: string;
  line?: number;
  reasoning?: string;
  instanceFix?: string;
  classFix?: string;
}

/** A brief change tells what changed since an item was begun: the change that its judges look at. */
export interface BriefChange {
  /** The commit that was checked out when the item was begun; null where nobody kept it. */
  commit: string | null;
  /** Files of the change, with the lines that came and went; null for what is no text. */
  files: readonly { path: string; added: number | null; removed: number | null }[];
}

/** A folder of the project, what its preset calls it, and what is typed there. */
export interface BriefPlatform {
  folder: string;
  preset: string;
  title: string;
  commands: Readonly<Record<string, string>>;
  /** Percent of lines that tests have to reach, for an item of this size. */
  coverage?: number;
  /** How much its platform asks for each check, and skills that help with it. */
  gates?: Readonly<Record<string, string>>;
  skills?: readonly string[];
}

/** Brief facts hold all that a brief is made from. */
export interface BriefFacts {
  workflow: { id: string; rules: readonly string[] };
  position: string;
  instruction: string;
  documents: readonly BriefDocument[];
  /** Parts of the item; of a run, all of its items. Who judges the whole is given their criteria, too. */
  parts: readonly ItemFact[];
  findings: readonly BriefFinding[];
  attempts: readonly Attempt[];
  retry: Retry | null;
  /** Skills of the client that fit the work. */
  skills: readonly MatchedSkill[];
  /** Files that the work has changed so far and that belong to the item; of a run, all. */
  touched: readonly string[];
  /** Null where nobody has begun the item. */
  since: BriefChange | null;
  /** What is open for the item, in words. */
  open: readonly string[];
  /** What is done first after a wait, in this order. */
  first: readonly string[];
  platform: {
    system: string;
    folders: readonly BriefPlatform[];
    suites: readonly { question: string; id: string; command?: string }[];
  };
}
