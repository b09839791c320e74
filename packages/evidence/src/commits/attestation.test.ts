import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Attestation, attestationText, readAttestation } from '../index.js';

const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''));
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', '\u2028', '::error::x'));
const count = fc.nat();

const attestations: fc.Arbitrary<Attestation> = fc.record({
  commit: fc.oneof(hex(40), hex(64)),
  tree: fc.oneof(hex(40), hex(64)),
  result: fc.constantFrom('PASSED', 'WARNED', 'FAILED'),
  configuration: fc.array(fc.record({ name: text, digest: fc.record({ gitBlob: hex(40) }) }), { maxLength: 3 }),
  passedTests: fc.array(text, { maxLength: 3 }),
  failedTests: fc.array(text, { maxLength: 3 }),
  base: fc.option(hex(40)),
  policy: fc.option(hex(64)),
  suites: fc.array(
    fc.record({
      suite: text,
      outcome: fc.constantFrom('passed', 'failed', 'build-error'),
      command: text,
      selection: fc.constantFrom('whole', 'units'),
      seen: fc.constantFrom('hook', 'exec', 'ci'),
      time: count,
      counts: fc.record({ passed: count, failed: count, skipped: count, errors: count }),
      failing: fc.array(text, { maxLength: 3 }),
      flaky: fc.boolean(),
      receipt: text,
      digest: hex(64),
    }),
    { maxLength: 3 },
  ),
  approvals: fc.constant([]),
  journal: fc.option(fc.record({ n: count, hash: hex(64) })),
  issued: count,
});

const PLAIN: Attestation = fc.sample(attestations, { numRuns: 1, seed: 7 })[0]!;

/** The statement with one place changed. */
function changed(change: (statement: Record<string, never>) => void): Attestation | undefined {
  const statement = JSON.parse(attestationText(PLAIN));
  change(statement);
  return readAttestation(JSON.stringify(statement));
}

describe('the statement of an attestation', () => {
  test('comes back as it was, and equal ones give equal text', () => {
    fc.assert(
      fc.property(attestations, (attestation) => {
        const written = attestationText(attestation);
        expect(written).not.toContain('\n');
        const read = readAttestation(written);
        expect(read).toEqual(JSON.parse(JSON.stringify(attestation)));
        expect(attestationText(read!)).toBe(written);
      }),
    );
  });

  test('33.3e says by which seal a suite ran, where one is proven; no seal is a word for none', () => {
    const [suite] = fc.sample(attestations, { numRuns: 200, seed: 7 }).flatMap(({ suites }) => suites);
    const sealed: Attestation = { ...PLAIN, suites: [{ ...suite!, seal: 'prefix' }] };
    expect(readAttestation(attestationText(sealed))).toEqual(sealed);
    const none = attestationText(sealed).replace('"seal":"prefix"', '"seal":"none"');
    expect(readAttestation(none)).toBeUndefined();
  });

  // biome-ignore lint/suspicious/noExplicitAny: any place of it is changed, into what its type forbids.
  test.each<[string, (statement: any) => void]>([
    ['another type', (statement) => (statement._type = 'https://in-toto.io/Statement/v0.1')],
    ['another predicate', (statement) => (statement.predicateType = 'https://slsa.dev/provenance/v1')],
    ['no subject', (statement) => (statement.subject = [])],
    ['no tree', (statement) => statement.subject.pop()],
    ['a subject without digest', (statement) => statement.subject.push({ name: 'x' })],
    ['two commits', (statement) => statement.subject.push({ digest: { gitCommit: 'a'.repeat(40) } })],
    ['a commit that is an option of git', (statement) => (statement.subject[0].digest.gitCommit = '--output=x')],
    ['a commit that is a list', (statement) => (statement.subject[0].digest.gitCommit = ['a'.repeat(40)])],
    ['another result', (statement) => (statement.predicate.result = 'passed')],
    ['a test that is no text', (statement) => (statement.predicate.passedTests = [1])],
    ['no evidence of ours', (statement) => delete statement.predicate.flow_evidence],
    ['a newer version of it', (statement) => (statement.predicate.flow_evidence.version = 2)],
    ['suites that are none', (statement) => (statement.predicate.flow_evidence.suites = [{ suite: 'go:.' }])],
    ['suites that are no list', (statement) => (statement.predicate.flow_evidence.suites = { length: 1 })],
    ['approvals that are none', (statement) => (statement.predicate.flow_evidence.approvals = [{}])],
    ['a time that is no number', (statement) => (statement.predicate.flow_evidence.issued = '1')],
  ])('is none with %s', (_what, change) => {
    expect(changed(() => {})).toBeDefined();
    expect(changed(change)).toBeUndefined();
  });

  test('is none in any other text', () => {
    fc.assert(fc.property(fc.oneof(text, fc.json()), (one) => readAttestation(one) === undefined));
    const written = attestationText(PLAIN);
    for (let end = 0; end < written.length; end += 7) expect(readAttestation(written.slice(0, end))).toBeUndefined();
    expect(readAttestation('['.repeat(100_000))).toBeUndefined();
  });
});
