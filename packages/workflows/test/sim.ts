import { addEvent, makeMoment, type NewEvent } from '@flow/core/testing';
import {
  type ClaimFact,
  type DocumentView,
  evaluate,
  type Facts,
  type FlowEvent,
  type ItemFact,
  type Moment,
  type Status,
  type Workflow,
} from '@flow/core/workflow';

/** A run as a test plays it: contents are words, events happen on the contents of their moment. */
export class Sim {
  contents: Record<string, string> = { source: 's0', test: 't0' };
  documents: Record<string, DocumentView> = {};
  claims: ClaimFact[] = [];
  items: ItemFact[] = [];
  itemContents: Record<string, string> = {};
  git: Moment['git'] = { branch: 'feature/x', base: 'main', head: 'h0' };
  base = 'b0';
  /** Those that the presets of the change name. */
  reviewers: string[] = [];
  events: FlowEvent[] = [];
  moments: Moment[] = [];
  time = 1_000_000;

  readonly workflow: Workflow;
  readonly dials: Record<string, string>;

  constructor(workflow: Workflow, dials: Record<string, string> = {}) {
    this.workflow = workflow;
    this.dials = dials;
  }

  get moment(): Moment {
    return makeMoment({
      classes: { ...this.contents },
      files: { ...this.itemContents },
      base: this.base,
      documents: { ...this.documents },
      claims: [...this.claims],
      items: this.items,
      suites: [
        { id: 'go:.', question: 'test' },
        { id: 'lint:.', question: 'lint' },
      ],
      reviewers: [...this.reviewers],
      git: { ...this.git },
    });
  }

  /** An event on the contents as they are now. */
  do(event: NewEvent): this {
    const { now, events, moments } = addEvent({ ...this.facts, now: this.time }, event);
    this.time = now;
    this.events = [...events];
    this.moments = [...moments];
    return this;
  }

  get facts(): Facts {
    return {
      now: this.time + 1,
      dials: this.dials,
      events: this.events,
      moments: this.moments,
      present: this.moment,
    };
  }

  get status(): Status {
    return evaluate(this.workflow, this.facts);
  }

  get at(): string {
    return this.status.position;
  }

  // What people and agents do.

  document(name: string, digest: string, rest: Partial<DocumentView> = {}): this {
    this.documents[name] = { digest, sections: {}, covers: this.claims.map(({ id }) => id), findings: [], ...rest };
    return this;
  }

  claim(id: string, text: string, body: string | null = `${id}-body`, expect: ClaimFact['expect'] = 'red'): this {
    const test = body === null ? { name: `Test_${id}` } : { name: `Test_${id}`, file: `${id}_test.go`, hash: body };
    this.claims = [...this.claims.filter((one) => one.id !== id), { id, digest: text, expect, tests: [test] }];
    for (const name of Object.keys(this.documents))
      this.documents[name] = { ...this.documents[name]!, covers: this.claims.map((one) => one.id) };
    return this;
  }

  dropClaim(id: string): this {
    this.claims = this.claims.filter((one) => one.id !== id);
    return this;
  }

  edit(kind: 'source' | 'test', content: string): this {
    this.contents[kind] = content;
    return this;
  }

  red(...ids: string[]): this {
    return this.do({
      type: 'red',
      tests: this.claims.filter(({ id }) => ids.includes(id)).flatMap(({ tests }) => tests),
    });
  }

  run(result: 'pass' | 'fail', question: 'test' | 'lint' = 'test', subjects: Record<string, boolean> = {}): this {
    const suite = question === 'test' ? 'go:.' : 'lint:.';
    return this.do({ type: 'run', suite, question, result, subjects });
  }

  verdict(
    judge: string,
    pass: boolean,
    findings: { title: string; item?: string; to?: string }[] = [],
    subject?: string,
  ): this {
    return this.do({ type: 'verdict', judge, pass, findings, ...(subject === undefined ? {} : { subject }) });
  }

  /** An item with files of its own. */
  item(id: string, rest: Partial<ItemFact> = {}): this {
    const item: ItemFact = { id, digest: `text of ${id}`, title: id, kind: 'story', after: [], files: [id], ...rest };
    const known = this.items.some((one) => one.id === id);
    this.items = known ? this.items.map((one) => (one.id === id ? item : one)) : [...this.items, item];
    this.itemContents[id] ??= `${id}:0`;
    return this;
  }

  editItem(id: string, content: string): this {
    this.itemContents[id] = content;
    return this;
  }

  submit(name: string, subject?: string): this {
    return this.do({ type: 'submission', name, ...(subject === undefined ? {} : { subject }) });
  }

  approve(gate: string): this {
    return this.do({ type: 'approval', gate, strength: 'terminal', person: 'ann', expires: null });
  }

  advance(phase: string, person: string | null = 'ann'): this {
    return this.do({ type: 'advance', phase, person });
  }

  answer(disputed = false): this {
    const finding = this.status.findings[0]!.id;
    return this.do({ type: 'answer', finding, disputed, note: 'see there' });
  }
}
