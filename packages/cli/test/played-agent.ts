import path from 'node:path';
import type { ItemStatus, OpenCheck } from '@flow/core/workflow';
import type { TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { atTerminal } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow } from './kit.js';
import type { Envelope, Session } from './session-kit.js';

/** What a run says of itself, as `flow next` and `flow explain` tell it. */
export interface Seen {
  position: string;
  waiting: string | null;
  open: OpenCheck[];
  items: ItemStatus[];
}

/** What is written and judged on the way; the rest follows from what the program says. */
export interface Work {
  /** Texts of a document: the first, and those by which it is mended, the last again and again. */
  documents: Readonly<Record<string, readonly (readonly [file: string, text: string])[]>>;
  /** Files of an item by the phase in which they are written: how often they were written before says what is in them. */
  files(item: string, phase: string, times: number): readonly (readonly [file: string, text: string])[];
  /** Files that mend a suite that failed outside of any item. */
  mended?(times: number): readonly (readonly [file: string, text: string])[];
  /** Whether a judge is content, by how often it was asked before; a title is what it finds, of the item where it names one. */
  judge?(judge: string, item: string | undefined, times: number): string | { title: string; item: string } | null;
  /** What a person says where an item or a phase has used up its tries. @default again */
  decides?(check: string, item: string | undefined): 'again' | 'proceed';
  /** What a person chooses. @default the first option */
  chooses?(question: string, options: readonly string[]): string;
}

/**
 * An agent that does what the program says next, through the program's own commands, and the people around it at their terminals.
 * It edits files, runs commands, hands in, and asks judges; it keeps a list of what it did.
 */
export class PlayedAgent {
  readonly did: string[] = [];
  readonly #repo: TempRepo;
  readonly #work: Work;
  readonly #session: Session | null;
  readonly #times = new Map<string, number>();

  /** @param session the process that it is, with a work tree that may be its own; else it is none, and works in the run's */
  constructor(repo: TempRepo, work: Work, session: Session | null = null) {
    this.#repo = repo;
    this.#work = work;
    this.#session = session;
  }

  get #folder(): string {
    return this.#session?.folder ?? this.#repo.root;
  }

  /** Runs the program in the agent's shell. */
  async #flow(words: readonly string[], input = ''): Promise<{ status: number | null; stdout: string }> {
    return this.#session ? this.#session.flowWith(words, input) : flow(this.#repo, words, { input });
  }

  /** Goes on until the run is done, or until something has come to be. @returns where the run stands */
  async play(until: (seen: Seen) => boolean = () => false, steps = 60): Promise<Seen> {
    let before = '';
    let same = 0;
    for (let step = 0; step < steps; step += 1) {
      const seen = await this.look();
      if (seen.position === 'done' || until(seen)) return seen;
      const said = JSON.stringify(seen);
      same = said === before ? same + 1 : 0;
      before = said;
      if (same === 3) throw new Error(`nothing that it does changes anything:\n${this.did.join('\n')}\n${said}`);
      await this.#step(seen);
    }
    throw new Error(`no end after ${steps} steps:\n${this.did.join('\n')}`);
  }

  async look(): Promise<Seen> {
    const next = (await this.#ask(['next'])) as Pick<Seen, 'position' | 'waiting'>;
    return { ...((await this.#ask(['explain'])) as Seen), waiting: next.waiting };
  }

  /** Says something to the program, which has to take it. */
  async say(words: readonly string[], input = ''): Promise<void> {
    this.did.push(words.join(' '));
    await this.#ask(words, input);
  }

  async #ask(words: readonly string[], input = ''): Promise<unknown> {
    const { stdout } = await this.#flow([...words, '--json'], input);
    const { error, data } = JSON.parse(stdout) as Envelope;
    expect([words.join(' '), error], this.did.join('\n')).toEqual([words.join(' '), undefined]);
    return data;
  }

  async person(words: readonly string[]): Promise<void> {
    this.did.push(`person: ${words.join(' ')}`);
    const { status, text } = await atTerminal(this.#repo, words, { program: FLOW, after: 750 });
    expect(status, `${words.join(' ')}\n${text}`).toBe(0);
  }

  /** Runs a command under the program's eyes. */
  async exec(command: string): Promise<void> {
    this.did.push(`exec ${command}`);
    await this.#flow(['exec', '--', ...command.split(' ')]);
  }

  /** Commits all that is in its work tree. */
  commit(message: string): void {
    this.did.push('commit');
    for (const words of [
      ['add', '-A'],
      ['commit', '-q', '-m', message],
    ])
      this.#repo.git('-C', this.#folder, ...words);
  }

  #timesOf(what: string): number {
    const times = this.#times.get(what) ?? 0;
    this.#times.set(what, times + 1);
    return times;
  }

  async #step({ items, open, waiting, position }: Seen): Promise<void> {
    const current = currentOf(items);
    const own = current?.open ?? [];
    const all = [...own, ...open].filter(({ finding }) => finding.code !== 'ITEMS_OPEN');
    const mine = all.filter(({ actor }) => actor === 'agent');
    const first = mine.find(({ finding }) => finding.code === 'FINDING_OPEN') ?? mine[0];
    if (first) {
      const item = current && own.includes(first) ? current : undefined;
      if (item?.state === 'ready') await this.say(['item', 'begin', item.id]);
      await this.#do(first, item);
      return;
    }
    const blocked = everyItem(items).flatMap((one) => (one.open ?? []).map((check) => ({ check, item: one.id })));
    const theirs = [
      ...all.map((check) => ({ check, item: own.includes(check) ? current?.id : undefined })),
      ...blocked,
    ].find(({ check: { actor, finding } }) => actor === 'person' && finding.code !== 'ITEMS_OPEN');
    if (!theirs) throw new Error(`nothing to do at ${position}, which waits for ${waiting}:\n${this.did.join('\n')}`);
    await this.#answer(theirs.check, theirs.item);
  }

  async #do({ finding: { code, args }, state, check }: OpenCheck, item: ItemStatus | undefined): Promise<void> {
    const about = item ? ['--item', item.id] : [];
    const text = (name: string) => String(args[name]);
    switch (code) {
      case 'DOCUMENT_MISSING':
      case 'DOCUMENT_INVALID':
      case 'SECTION_EMPTY':
      case 'ITEMS_MISSING':
        this.#writeDocument(text('document'));
        break;
      case 'ITEMS_INCOMPLETE':
        this.#writeDocument(String(args.kind));
        break;
      case 'RESEARCH_OPEN':
        this.#writeDocument(text('document'));
        break;
      case 'CLAIM_UNCOVERED':
        this.#writeDocument(text('by'));
        break;
      case 'SUBMISSION_MISSING':
        if (item && state === 'missing') this.#edit(item);
        await this.say(['submit', text('name'), ...about]);
        break;
      case 'COMMAND_NOT_PASSED':
        if (state === 'failed' && item) this.#edit(item);
        await this.exec(args.question === 'test' ? TESTS : text('command'));
        break;
      case 'NOT_REPRODUCED':
        await this.exec(text('command'));
        break;
      case 'RED_MISSING':
        if (item) this.#edit(item);
        await this.exec(TESTS);
        break;
      case 'TESTS_NOT_PASSING':
        if (item) this.#edit(item);
        await this.exec(TESTS);
        break;
      case 'SUITE_NOT_GREEN':
        if (state === 'failed') this.#write(this.#work.mended?.(this.#timesOf('mended')) ?? []);
        await this.exec(TESTS);
        break;
      case 'VERDICT_MISSING':
        await this.#judge(text('judge'), item);
        break;
      case 'FINDING_NOT_CLOSED': {
        const [source] = args.sources as string[];
        if (source!.includes(':')) await this.exec(TESTS);
        else await this.#judge(source!, item);
        break;
      }
      case 'FINDING_OPEN': {
        const document = (args.change as string[]).find((one) => one.startsWith('doc:'));
        if (document) this.#writeDocument(document.slice('doc:'.length));
        else if (item) this.#edit(item);
        else this.#write(this.#work.mended?.(this.#timesOf('mended')) ?? []);
        break;
      }
      case 'ANALYSIS_MISSING':
        await this.say(['answer', (args.findings as string[])[0]!, '--note', 'it was read from the wrong end']);
        break;
      case 'NOT_COMMITTED':
        this.commit(`work of ${item?.id ?? 'the run'}`);
        break;
      case 'NOT_PUSHED':
        this.did.push('push');
        this.#repo.git('push', '-q', '-u', 'origin', 'HEAD');
        break;
      default:
        throw new Error(`nobody told the agent what to do about ${code} of ${check}:\n${this.did.join('\n')}`);
    }
  }

  async #answer({ finding: { code, args }, check }: OpenCheck, item: string | undefined): Promise<void> {
    const { decides = () => 'again' as const, chooses = (_question, options) => options[0]! } = this.#work;
    const about = item === undefined ? [] : ['--item', item];
    if (code === 'APPROVAL_MISSING') {
      await this.person(['approve', String(args.gate), ...about]);
      return;
    }
    if (code === 'CHOICE_MISSING') {
      const question = String(args.question);
      await this.person(['choose', question, chooses(question, args.options as string[]), ...about]);
      return;
    }
    if (code !== 'LOOP_EXHAUSTED') throw new Error(`nobody told the person what to do about ${code}`);
    await this.person(['decide', check, decides(check, item), ...about, '--reason', 'seen']);
  }

  async #judge(judge: string, item: ItemStatus | undefined): Promise<void> {
    const said = this.#work.judge?.(judge, item?.id, this.#timesOf(`${judge} ${item?.id ?? ''}`)) ?? null;
    const found = typeof said === 'string' ? { title: said } : said;
    const mend = { instanceFix: 'mend it', classFix: 'a table of cases' };
    const verdict = { pass: found === null, findings: found === null ? [] : [{ ...found, ...mend }] };
    await this.say(['verdict', judge, '-', ...(item ? ['--item', item.id] : [])], JSON.stringify(verdict));
  }

  #writeDocument(name: string): void {
    const texts = this.#work.documents[name];
    if (!texts) throw new Error(`nobody told the agent how to write ${name}:\n${this.did.join('\n')}`);
    this.#write([texts[Math.min(this.#timesOf(`doc:${name}`), texts.length - 1)]!]);
  }

  #edit({ id, phase = '' }: ItemStatus): void {
    this.#write(this.#work.files(id, phase, this.#timesOf(`${id}/${phase}`)));
  }

  #write(files: readonly (readonly [file: string, text: string])[]): void {
    for (const [file, text] of files) {
      this.did.push(`write ${file}`);
      this.#repo.write(path.join(this.#folder, file), text);
    }
  }
}

const TESTS = 'python3 -m pytest -q';

const everyItem = (items: readonly ItemStatus[]): ItemStatus[] =>
  items.flatMap((item) => [item, ...everyItem(item.items ?? [])]);

/** The innermost item with work for the agent: one that was begun, else one that is ready. */
function currentOf(items: readonly ItemStatus[]): ItemStatus | undefined {
  const here = everyItem(items).filter(({ state, open = [] }) => {
    const isWork = open.some(({ actor, finding }) => actor === 'agent' && finding.code !== 'ITEMS_OPEN');
    return isWork && (state === 'running' || state === 'ready');
  });
  return here.find(({ state }) => state === 'running') ?? here[0];
}
