import type { Claim, Section } from '../documents/document.js';
import type { Attempt, Retry } from './attempts.js';

/** Who is given a brief: a judge sees what is asked and what is there, and nothing of how it came to be. */
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

/** All that a brief is made from. */
export interface BriefFacts {
  workflow: { id: string; rules: readonly string[] };
  position: string;
  instruction: string;
  documents: readonly BriefDocument[];
  findings: readonly BriefFinding[];
  attempts: readonly Attempt[];
  retry: Retry | null;
  /** Files that the work has changed so far and that belong to the item; of a run, all. */
  touched: readonly string[];
  platform: { system: string; suites: readonly { question: string; id: string; command?: string }[] };
}
