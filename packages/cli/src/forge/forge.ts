import type { ForgeAddress } from '@flow/hooks/program';

/** An open pull request, as far as it matters here. */
export interface Pull {
  number: number;
  url: string;
  base: string;
  /** The commit that the pull request asks to merge. */
  head: string;
  title: string;
  body: string;
}

/** The words with which a pull request is opened. */
export interface NewPull {
  title: string;
  body: string;
  base: string;
  branch: string;
  draft: boolean;
}

/** A CI report is the state of CI for a commit. */
export interface CiReport {
  /** `unknown`: there is no check, or none that says something. */
  state: 'passed' | 'failed' | 'running' | 'unknown';
  total: number;
  /** Required checks that nobody has reported yet. */
  expected: string[];
  running: string[];
  failing: { name: string; url: string | null }[];
}

/** A place where pull requests are made. Every method throws FlowError with a code and a remedy. */
export interface Forge {
  readonly how: 'gh' | 'rest';
  readonly address: ForgeAddress;
  /** The open pull request of a branch; null where there is none. */
  findPull(branch: string): Promise<Pull | null>;
  /** Opens a pull request; where somebody was faster, returns the one that is there. */
  createPull(pull: NewPull): Promise<Pull>;
  updatePull(number: number, change: { title?: string; body?: string }): Promise<Pull>;
  /** Names of the checks without which nothing is merged into a branch; none where the forge does not tell. */
  requiredChecks(base: string): Promise<string[]>;
  ciOf(commit: string, required: readonly string[]): Promise<CiReport>;
}

/** Tells whether a value is an address of a page that may be shown. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 500 && /^https?:\/\/[\x21-\x7e]+$/.test(value);
}
