import type { RulePolicy } from '../row.js';
import type { SetUp } from '../set-ups.js';

/** Another guard for the same host, and how it is made to keep our policies as well as it allows. */
export interface Peer {
  /** Its package on npm and the exact version that is measured; null for what is re-created in this repository. */
  npm: { readonly name: string; readonly version: string } | null;
  /** The policies that it has any notion of. The others are left blank for it and never counted against it. */
  policies: readonly RulePolicy[];
  /** The program below its package, or in this repository, that the host starts, and its words. */
  hook: readonly [program: string, ...words: string[]];
  /** Names of the tools that its documentation registers it for, in whole. */
  tools: RegExp;
  /** What a person would write for this sandbox as it is: files by path, and variables of its process. */
  configure(sandbox: Surroundings, setUp: SetUp): PeerConfiguration;
}

/** What a peer's configuration is about. */
export interface Surroundings {
  root: string;
  home: string;
  environment: Readonly<Record<string, string>>;
}

/** What a peer is configured with. */
export interface PeerConfiguration {
  /** Absolute path to content. */
  files: Readonly<Record<string, string>>;
  environment?: Readonly<Record<string, string>>;
}
