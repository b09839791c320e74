import { OUTCOMES, type Outcome, type Receipt, type SealedBy, type Selection } from '@flow/core';
import { type ApprovalData, isEventData, type Place } from '../journal/event-data.js';
import { canonical, isRecord, parseJson } from '../json.js';
import { fields, isFlag, isHash, isNumber, isOneOf, isText, listOf, optional, orNull } from '../shape.js';

/*
 * "These suites are tested on this commit": an in-toto statement (https://in-toto.io/Statement/v1) with the predicate
 * test-result. What the predicate has no field for lies in an extension field of our own, `flow_evidence`.
 */

const STATEMENT = 'https://in-toto.io/Statement/v1';
const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';

/** A suite of which the evidence proves something on the commit's content. */
export interface AttestedSuite {
  suite: string;
  /** `passed` for a suite that is tested there, also by several partial runs. */
  outcome: Outcome;
  command: string;
  selection: Selection['kind'];
  /** How its runs were seen; the weakest of them. */
  seen: Receipt['seen'];
  /** The seal that all it rests on is proven to have run in, by the word of that machine; left out where there is none. */
  seal?: Exclude<SealedBy, 'none'> | undefined;
  /** Epoch milliseconds of the run that decided. */
  time: number;
  counts: { passed: number; failed: number; skipped: number; errors: number };
  failing: string[];
  /** A run of the whole suite showed that nothing but these is red. */
  onlyTests?: boolean | undefined;
  /** The suite both passed and failed on this content. */
  flaky: boolean;
  /** The deciding run's receipt in the journal of whoever attests. */
  receipt: string;
  digest: string;
}

/** A file of the commit that decided what was run. */
export interface Configuration {
  name: string;
  digest: { gitBlob: string };
}

/** An attestation tells what is attested of a commit. */
export interface Attestation {
  commit: string;
  tree: string;
  /** The result as the push guard would decide: nothing to say, warnings, or a refusal. */
  result: 'PASSED' | 'WARNED' | 'FAILED';
  configuration: Configuration[];
  passedTests: string[];
  failedTests: string[];
  /** Commit of the base branch that told which suites are needed. */
  base: string | null;
  /** SHA-256 of the configuration it was judged by; null for the built-in policy. */
  policy: string | null;
  suites: AttestedSuite[];
  /** Approvals with signatures of their own. */
  approvals: ApprovalData[];
  /** Last entry of the journal at that moment. */
  journal: Place | null;
  /** Epoch milliseconds. */
  issued: number;
}

/** Returns the statement's text: equal attestations give equal text. */
export function attestationText(attestation: Attestation): string {
  const { commit, tree, result, configuration, passedTests, failedTests, ...own } = attestation;
  return canonical({
    _type: STATEMENT,
    subject: [
      { name: 'commit', digest: { gitCommit: commit } },
      { name: 'tree', digest: { gitTree: tree } },
    ],
    predicateType: TEST_RESULT,
    predicate: {
      result,
      configuration,
      passedTests,
      warnedTests: [],
      failedTests,
      flow_evidence: { version: 1, ...own },
    },
  });
}

const isCounts = fields<AttestedSuite['counts']>({
  passed: isNumber,
  failed: isNumber,
  skipped: isNumber,
  errors: isNumber,
});

const isSuite = fields<AttestedSuite>({
  suite: isText,
  outcome: isOneOf(...OUTCOMES),
  command: isText,
  selection: isOneOf('whole', 'units', 'names', 'nothing', 'unknown'),
  seen: isOneOf('hook', 'exec', 'ci'),
  seal: optional(isOneOf('host', 'prefix')),
  time: isNumber,
  counts: isCounts,
  failing: listOf(isText),
  onlyTests: optional(isFlag),
  flaky: isFlag,
  receipt: isText,
  digest: isText,
});

type Common = Pick<Attestation, 'result' | 'configuration' | 'passedTests' | 'failedTests'>;
type Own = Pick<Attestation, 'base' | 'policy' | 'suites' | 'approvals' | 'journal' | 'issued'>;

interface Statement {
  _type: string;
  subject: { digest: Record<string, unknown> }[];
  predicateType: string;
  predicate: Common & { flow_evidence: Own & { version: 1 } };
}

const isStatement = fields<Statement>({
  _type: isOneOf(STATEMENT),
  subject: listOf(fields<{ digest: Record<string, unknown> }>({ digest: isRecord })),
  predicateType: isOneOf(TEST_RESULT),
  predicate: fields<Statement['predicate']>({
    result: isOneOf('PASSED', 'WARNED', 'FAILED'),
    configuration: listOf(
      fields<Configuration>({ name: isText, digest: fields<Configuration['digest']>({ gitBlob: isText }) }),
    ),
    passedTests: listOf(isText),
    failedTests: listOf(isText),
    flow_evidence: fields<Own & { version: 1 }>({
      version: isOneOf(1),
      base: orNull(isText),
      policy: orNull(isHash),
      suites: listOf(isSuite),
      approvals: listOf((value): value is ApprovalData => isRecord(value) && isEventData('approval', value)),
      journal: orNull(fields<Place>({ n: isNumber, hash: isHash })),
      issued: isNumber,
    }),
  }),
});

/** Returns the attestation that a text holds, by its shape alone; undefined when it is none of ours. */
export function readAttestation(text: string): Attestation | undefined {
  const value = parseJson(text);
  if (!isStatement(value)) return undefined;
  const digests = value.subject.map(({ digest }) => digest);
  const idOf = (name: string) => {
    const ids = digests.flatMap((digest) => (Object.hasOwn(digest, name) ? [digest[name]] : []));
    return ids.length === 1 && typeof ids[0] === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ids[0])
      ? ids[0]
      : undefined;
  };
  const commit = idOf('gitCommit');
  const tree = idOf('gitTree');
  if (commit === undefined || tree === undefined) return undefined;
  const { result, configuration, passedTests, failedTests, flow_evidence } = value.predicate;
  const { base, policy, suites, approvals, journal, issued } = flow_evidence;
  const own = { base, policy, suites, approvals, journal, issued };
  return { commit, tree, result, configuration, passedTests, failedTests, ...own };
}
