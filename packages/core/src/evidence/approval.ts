/**
 * How an approval is made, weakest first. `typed`: the command, typed in an attended session of the host. `terminal`: in
 * a terminal that no agent owns. `signed`: with the person's own signing key; the only one that counts on other machines.
 */
export const STRENGTHS = ['typed', 'terminal', 'signed'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Gate rules tell what a gate asks for: data, from `flow.config.yaml` or a workflow. */
export interface GateRules {
  /** Globs of what is approved, relative to the repository's root; `{branch}` is the branch's name. */
  subjects: readonly string[];
  /** The whole content is approved, too: any change of it voids the approval. */
  tree: boolean;
  /** The least that counts. */
  strength: Strength;
  /** The gate lets code ship, so a typed command never counts, whatever `strength` says. */
  ships: boolean;
  /** An approval ends with its first use. */
  once: boolean;
  /** Hours until it ends by itself; null: never. */
  hours: number | null;
}

/** A subject is one file that was shown and approved. */
export interface Subject {
  /** Relative to the repository's root. */
  path: string;
  /** The digest of the file's bytes in hexadecimal; a text is taken with line feeds alone, as git keeps it. */
  sha256: string;
}

/** An item that an approval is about, alone: its id, and the digest of its words as they were shown. */
export interface ApprovedItem {
  id: string;
  digest: string;
}

/** "This person approves gate G of branch B for these contents." Canonical JSON of it is what is signed. */
export interface ApprovalStatement {
  v: 1;
  id: string;
  gate: string;
  /** The repository's first commits, sorted: the same in every clone. */
  repo: readonly string[];
  branch: string | null;
  head: string | null;
  /** Git tree of what was on disk, without views. */
  tree: string | null;
  subjects: readonly Subject[];
  /** The item that is approved, where each is by itself: such an approval is none of the gate as a whole. */
  item?: ApprovedItem;
  person: string;
  method: Strength;
  /** The host's session, for a typed one. */
  session: string | null;
  /** Epoch milliseconds. */
  issued: number;
  /** Epoch milliseconds; null: never. */
  expires: number | null;
  /** Hash of the journal's last entry at that moment: an approval cannot be older than what it follows. */
  prev: string | null;
}

/** A statement whose seal was verified: MAC of this user's journal, or signature of an allowed signer. */
export interface VerifiedApproval {
  statement: ApprovalStatement;
  /** Principal of the allowed signer; null where only the MAC vouches for it. */
  signer: string | null;
  /** The approval was used, or nobody can tell any more. */
  used: boolean;
  /** The latest time on record behind it, in epoch milliseconds: a clock that is set back lengthens nothing. */
  latest?: number;
}

/** `PresentContent` tells what there is now, to hold an approval against. */
export interface PresentContent {
  repo: readonly string[];
  branch: string | null;
  /** Ids of the trees that hold the whole content as it is now, apart from views. */
  trees: readonly string[];
  /** Files that the gate's globs match now. */
  subjects: readonly Subject[];
  /** Epoch milliseconds. */
  now: number;
}

export type ApprovalState =
  | 'valid'
  /** Something that was approved has changed, went, or came. */
  | 'changed'
  | 'expired'
  | 'used'
  /** Made in a weaker way than the gate asks for. */
  | 'weak'
  /** The approval is for another repository, branch or gate, or for one item. */
  | 'elsewhere'
  /** Nobody approved. */
  | 'missing';

export interface ApprovalVerdict {
  state: ApprovalState;
  approval?: VerifiedApproval;
  /** Paths that have changed, `(tree)` for the whole content; empty in any other state. */
  changed: string[];
}

/** Returns the least strength that counts for a gate. */
export function neededStrength(rules: Pick<GateRules, 'strength' | 'ships'>): Strength {
  return rules.ships && rules.strength === 'typed' ? 'terminal' : rules.strength;
}

/** Tells whether an approval was made at least in this way. */
export function isAsStrong(
  { statement, signer }: Pick<VerifiedApproval, 'statement' | 'signer'>,
  least: Strength,
): boolean {
  // Who says `signed` and has no signature of an allowed signer is no better than the MAC around it.
  const strength = signer !== null ? 'signed' : statement.method === 'signed' ? 'typed' : statement.method;
  return STRENGTHS.indexOf(strength) >= STRENGTHS.indexOf(least);
}

/** Tells whether one approval holds for a gate now. */
export function judgeApproval(
  gate: string,
  rules: GateRules,
  approval: VerifiedApproval,
  present: PresentContent,
): ApprovalVerdict {
  const { statement, used, latest = 0 } = approval;
  const verdict = (state: ApprovalState, changed: string[] = []): ApprovalVerdict => ({ state, approval, changed });
  const here =
    statement.gate === gate &&
    statement.item === undefined &&
    statement.branch === present.branch &&
    sameNames(statement.repo, present.repo);
  if (!here) return verdict('elsewhere');
  if (!isAsStrong(approval, neededStrength(rules))) return verdict('weak');
  const changed = changedSubjects(statement.subjects, present.subjects);
  if (!rules.tree && statement.subjects.length === 0) changed.push('(nothing was shown)');
  if (rules.tree && (statement.tree === null || !present.trees.includes(statement.tree))) changed.push('(tree)');
  if (changed.length > 0) return verdict('changed', changed);
  if (Math.max(present.now, latest) >= endOf(statement, rules)) return verdict('expired');
  return verdict(used && rules.once ? 'used' : 'valid');
}

const BEST: readonly ApprovalState[] = ['valid', 'changed', 'expired', 'used', 'weak', 'elsewhere'];

/** Tells whether a gate is approved now: any approval that holds is enough; else the one that came nearest, the newest first. */
export function judgeGate(
  gate: string,
  rules: GateRules,
  approvals: readonly VerifiedApproval[],
  present: PresentContent,
): ApprovalVerdict {
  const verdicts = approvals.map((approval) => judgeApproval(gate, rules, approval, present)).reverse();
  for (const state of BEST) {
    const found = verdicts.find((verdict) => verdict.state === state);
    if (found && state !== 'elsewhere') return found;
  }
  return { state: 'missing', changed: [] };
}

/** Finds when an approval ends: by its own end or by the gate's hours as they are now, whichever comes first. */
function endOf({ expires, issued }: ApprovalStatement, { hours }: GateRules): number {
  return Math.min(expires ?? Infinity, hours === null ? Infinity : issued + hours * 3_600_000);
}

/** Lists paths whose content differs, that went, or that came. */
function changedSubjects(approved: readonly Subject[], present: readonly Subject[]): string[] {
  const then = new Map(approved.map(({ path, sha256 }) => [path, sha256]));
  const now = new Map(present.map(({ path, sha256 }) => [path, sha256]));
  const paths = new Set([...then.keys(), ...now.keys()]);
  return [...paths].filter((path) => then.get(path) !== now.get(path)).sort();
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, at) => name === b[at]);
}
