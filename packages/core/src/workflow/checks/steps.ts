import type { TestId } from '../../evidence/red.js';
import type { Finding } from '../../finding.js';
import type { ClaimFact, FlowEvent, Moment } from '../facts.js';
import type { CheckSpec } from '../model.js';
import { type CheckKind, type Context, claimsOf, ownAlone, type SpecOf } from './kind.js';

/*
 * How the work went from test to test (feature D81). A step is a run in which tests of claims pass for the first time since
 * they were seen red; however many tests a claim has, and however often one of them is run with other values, it is one
 * claim. What was once done in one leap is mended by seeing those tests red again and passing one by one.
 */

/** A claim step tells how the tests of one claim came to pass. */
interface ClaimStep {
  /** The digest of the claim's text. */
  digest: string;
  /** The tests failed when they were last seen. */
  isRed: boolean;
  /** How many tests passed for the first time in that run; 0 as long as there was none. */
  together: number;
  /** The next ones passed before anybody looked at the code. */
  passedOver: boolean;
}

/** The work from test to test. */
interface StepMemory {
  /** Steps by id of the claim. */
  claims: Map<string, ClaimStep>;
  /** Something went wrong with a step, whatever became of it. */
  hasFault: boolean;
  /** The newest run in which tests of claims came to pass. */
  last: { claims: readonly ClaimStep[]; isInspected: boolean } | null;
  /** The content that was last looked at. */
  inspected: string | null;
}

interface Stepping<Spec> {
  code: string;
  /** How a step went wrong, as claims remember it. */
  fault: (step: ClaimStep) => boolean;
  take(spec: Spec, event: FlowEvent, moment: Moment, steps: StepMemory): void;
  args(steps: readonly ClaimStep[]): Finding['args'];
}

function stepping<Spec>({ code, fault, take, args }: Stepping<Spec>): CheckKind<CheckSpec, StepMemory> {
  const faulty = ({ moment, item, memory }: Context<StepMemory>) =>
    claimsOf(moment, item).flatMap((claim) => {
      const step = stepOf(memory.own, claim);
      return step && fault(step) ? [{ id: claim.id, step }] : [];
    });
  return {
    actor: 'agent',
    on: 'nothing',
    code,
    listens: ['run', 'red'],
    stays: true,
    remembers: () => ({ claims: new Map(), hasFault: false, last: null, inspected: null }),
    subjects: (_spec, _moment, item) => ownAlone(item),
    take: (spec, event, { moment, memory }) => {
      take(spec as Spec, event, moment, memory.own);
      // It stays as long as no event speaks against it; from then on it is asked each time.
      if (memory.own.hasFault) memory.held = null;
    },
    judge: (_spec, _subject, { moment, item, memory: { own: steps } }) => {
      const isFaulty = (claim: ClaimFact) => {
        const step = stepOf(steps, claim);
        return step !== undefined && fault(step);
      };
      return steps.hasFault && claimsOf(moment, item).some(isFaulty) ? 'no' : 'holds';
    },
    args: (_spec, _subject, context) => {
      const found = faulty(context);
      return { claims: found.map(({ id }) => id), ...args(found.map(({ step }) => step)) };
    },
  };
}

/** `stepwise` asks that one failing test is made to pass, then the next. */
export const stepwise = stepping<SpecOf<'stepwise'>>({
  code: 'STEP_TOO_LARGE',
  fault: ({ together }) => together > 1,
  take: (_spec, event, moment, steps) => void takeStep(event, moment, steps),
  args: (steps) => ({ together: Math.max(...steps.map(({ together }) => together)) }),
});

/** `inspected` asks that between one step and the next something looks at the code without running it. */
export const inspected = stepping<SpecOf<'inspected'>>({
  code: 'STEP_NOT_INSPECTED',
  fault: ({ passedOver }) => passedOver,
  take: ({ questions }, event, moment, steps) => {
    const { last } = steps;
    const isOne = (question: string) => questions.some((one) => one === question);
    if (event.type === 'run' && isOne(event.question)) {
      // A tool that broke down has looked at nothing; what it found is another check's business.
      if (event.result === 'unknown') return;
      steps.inspected = moment.contents.relevant ?? null;
      if (last) last.isInspected = true;
      return;
    }
    const turned = takeStep(event, moment, steps);
    if (turned.length === 0) return;
    const isAsked = moment.suites.some(({ question }) => isOne(question));
    if (last && !last.isInspected && isAsked) {
      for (const step of last.claims) step.passedOver = true;
      steps.hasFault = true;
    }
    const content = moment.contents.relevant;
    steps.last = { claims: turned, isInspected: content !== undefined && steps.inspected === content };
  },
  args: () => ({}),
});

/** Takes in what an event says of tests; returns the claims that it turned. */
function takeStep(event: FlowEvent, { claims }: Moment, steps: StepMemory): readonly ClaimStep[] {
  if (event.type === 'red') takeRed(event.tests, claims, steps);
  if (event.type !== 'run') return NONE;
  const turned: ClaimFact[] = [];
  for (const claim of claims) {
    if (claim.expect !== 'red' || !Object.hasOwn(event.subjects, claim.id)) continue;
    const step = stepOf(steps, claim);
    if (!event.subjects[claim.id]) {
      if (step) step.isRed = true;
      else steps.claims.set(claim.id, newStep(claim));
    } else if (step?.isRed) {
      step.isRed = false;
      // Whoever broke what had come to pass as it should, and mends it, makes no step.
      if (step.together !== 1 || step.passedOver) turned.push(claim);
    }
  }
  if (turned.length === 0) return NONE;
  const together = countTests(turned);
  if (together > 1) steps.hasFault = true;
  return turned.map((claim) => {
    const step = { ...newStep(claim), isRed: false, together };
    steps.claims.set(claim.id, step);
    return step;
  });
}

/** What was seen to pass, and is proven red over older code, has made no step back. */
function takeRed(tests: readonly TestId[], claims: readonly ClaimFact[], steps: StepMemory): void {
  const unknown = claims.filter((claim) => stepOf(steps, claim) === undefined);
  if (unknown.length === 0) return;
  const red = new Set(tests.map(({ name, hash }) => `${hash}\0${name}`));
  for (const claim of unknown)
    if (claim.tests.some(({ name, hash }) => hash !== undefined && red.has(`${hash}\0${name}`)))
      steps.claims.set(claim.id, newStep(claim));
}

/** Tells what is known of a claim; one whose text has changed is another one. */
function stepOf({ claims }: StepMemory, { id, digest }: ClaimFact): ClaimStep | undefined {
  const step = claims.get(id);
  return step?.digest === digest ? step : undefined;
}

const NONE: readonly ClaimStep[] = [];

const newStep = ({ digest }: ClaimFact): ClaimStep => ({ digest, isRed: true, together: 0, passedOver: false });

/** Tells how many tests these claims are: those that share one are shown by one. */
function countTests(claims: readonly ClaimFact[]): number {
  const seen = new Set<string>();
  let count = 0;
  for (const { tests } of claims) {
    const names = tests.map(({ name, file }) => `${file}\0${name}`);
    if (!names.some((name) => seen.has(name))) count += 1;
    for (const name of names) seen.add(name);
  }
  return count;
}
