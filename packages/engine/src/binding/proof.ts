import type { BindingProof, FunctionBinding, Policy, TestId } from '@flow/core';
import type { Repository } from '@flow/evidence';

/** A proof is asked of the functions that changed, or of those of some files. */
export interface Asking {
  repository: Repository;
  policy: Policy;
  /** The commit that functions are compared with. */
  base: string;
  /** The git tree of what is on disk. */
  content: string;
  /** Files of production code; where none of a file's functions changed, all of them are meant. Empty: all that changed. */
  files: readonly string[];
  /** The claim whose tests alone count; the first function that one of them binds is enough. */
  claim?: { id: string; tests: readonly TestId[] };
  /** Functions that are looked at, at most. */
  most: number;
  environment: NodeJS.ProcessEnv;
  /** Of one run, in milliseconds. */
  timeout: number;
  /** Of all runs, in milliseconds. */
  time: number;
  /** Of git's work, epoch milliseconds. */
  deadline: number;
  signal: AbortSignal;
}

/** A proof has this result. */
export interface Proof extends Omit<BindingProof, 'functions'> {
  functions: (FunctionBinding & { line: number; detail?: string; by?: string })[];
  /** Mutation tools of the project that said nothing, with the reason. */
  notes: string[];
  /** Files that no grammar reads, or that belong to no suite. */
  unread: string[];
  /** Functions beyond what was asked for. */
  left: number;
}
