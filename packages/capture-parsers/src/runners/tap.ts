/**
 * The Test Anything Protocol, versions 12 to 14 (https://testanything.org/tap-version-14-specification.html), as tape,
 * node-tap, bats, `prove -v` and others write it; and the words of prove.
 */
import { Collector } from '../collect.js';
import { TOO_LITTLE } from '../formats/coverage.js';
import { eachLine } from '../output/text.js';
import type { Reason, Report, TestState } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { judge } from '../verdict.js';
import { Prove } from './tap/prove.js';

export const tap: Runner = {
  id: 'tap',
  kind: 'test',
  generic: true,
  starts: (words) => /^(?:prove|bats|tape|tap|tap-\w+|pg_prove|yath)$/.test(words[0] ?? ''),
  signs: /^TAP version \d+$|^1\.\.\d+(?: *#.*)?$|^Files=\d+, Tests=\d+, |^(?:not )?ok \d+ (?:- |# )/m,
  read(capture) {
    const run = new TapRun(capture);
    eachLine(capture.text, (line) => run.line(line.trimEnd()));
    return run.report();
  },
};

const PLAN = /^1\.\.(\d+)(?: *# *(.*))?$/;
const TEST = /^(not )?ok\b(?: +(\d+))?(?: +- +| +|$)(.*)$/;
/** Words behind `#` that change what a result means; a `#` of a title is escaped. */
const DIRECTIVE = /^(.*?)(?:^| )# *(TODO|SKIP)\w*\b:? *(.*)$/i;
/** What node-tap and vitest add: how long it took. */
const TIME = /^(.*?) *# *time=([\d.]+)(ms|s)(?: *\{)?$/;

interface Node {
  readonly title: string;
  readonly number: number | undefined;
  readonly state: TestState;
  readonly seconds?: number;
  message: string[];
  children: Node[];
}

/** The results of one depth that no line of the depth above has claimed yet. */
interface Level {
  nodes: Node[];
  plan: number | undefined;
  readonly numbers: Set<number>;
}

class TapRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #levels: Level[] = [];
  /** Results that came before their own subtests, as `{` says. */
  readonly #open: (Node | undefined)[] = [];
  #yaml: { readonly node: Node | undefined; readonly indent: number } | undefined;
  #last: Node | undefined;
  #bailed: string | undefined;
  #skipAll = false;
  #version: string | undefined;
  #broken = false;
  /** Documents that came to their end, and those that did not. */
  #complete = 0;
  #incomplete = 0;
  readonly #done: Node[] = [];
  readonly #prove: Prove;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#prove = new Prove(this.#collected);
  }

  line(raw: string): void {
    const text = raw.trimStart();
    const indent = raw.length - text.length;
    if (this.#yaml) {
      if (text === '...' || (indent < this.#yaml.indent && text !== '')) this.#yaml = undefined;
      else {
        if (this.#yaml.node && this.#yaml.node.message.length < 40) this.#yaml.node.message.push(text);
        return;
      }
      if (text === '...') return;
    }
    if (text === '---' && indent >= 2) {
      this.#yaml = { node: this.#last, indent };
      return;
    }
    const depth = Math.floor(indent / 4);
    if (indent % 4 === 0 && depth < DEPTH_CAP && this.#ownLine(text, depth)) return;
    if (text && !text.startsWith('#')) this.#collected.unparsed++;
  }

  #ownLine(text: string, depth: number): boolean {
    const version = depth === 0 ? /^TAP version (\d+)$/.exec(text)?.[1] : undefined;
    if (version) {
      this.#version = version;
      this.#endDocument();
      return true;
    }
    const bailed = /^(?:Bail out!|(?:FAILED--|Bailout called\. +)Further testing stopped:) *(.*)$/.exec(text);
    if (bailed) {
      this.#bailed = bailed[1] || 'Bail out!';
      return true;
    }
    const plan = text.startsWith('1..') ? PLAN.exec(text) : null;
    if (plan) return this.#plan(plan, depth);
    if (text === '}' && depth < this.#open.length) return this.#closeBlock(depth);
    const prove = depth === 0 ? this.#prove.line(text) : undefined;
    if (prove === 'file') this.#endDocument();
    if (prove) return true;
    const test = /^(?:not )?ok\b/.test(text) ? TEST.exec(text) : null;
    return test !== null && this.#test(test, depth);
  }

  #level(depth: number): Level {
    this.#levels[depth] ??= { nodes: [], plan: undefined, numbers: new Set() };
    return this.#levels[depth]!;
  }

  #plan(match: RegExpExecArray, depth: number): boolean {
    const count = Number(match[1]);
    if (depth === 0 && this.#levels[0]?.plan !== undefined) {
      // A second plan begins a second document, unless the first one still waits for its results.
      if (!this.#full) {
        this.#broken = true;
        return true;
      }
      this.#endDocument();
    }
    this.#level(depth).plan = count;
    if (count === 0 && depth === 0) this.#skipAll = true;
    return true;
  }

  /** Whether the document has all the results of its plan. */
  get #full(): boolean {
    const level = this.#levels[0];
    return level?.plan !== undefined && level.nodes.length === level.plan;
  }

  #test(match: RegExpExecArray, depth: number): boolean {
    const number = match[2] === undefined ? undefined : Number(match[2]);
    const bare = number === undefined && !match[3];
    // `ok` alone is what prove says of a file once its plan is fulfilled.
    if (depth === 0 && bare && this.#full) return true;
    if (depth === 0 && this.#full && number === 1) this.#endDocument();
    const level = this.#level(depth);
    if (number !== undefined) {
      // A number that was there already, or is not in the plan, is not of this document.
      if (level.numbers.has(number) || number === 0 || (level.plan !== undefined && number > level.plan)) {
        this.#broken = true;
        if (!match[1]) return false;
      }
      level.numbers.add(number);
    }
    let title = match[3] ?? '';
    const block = / ?\{$/.test(title);
    if (block) title = title.replace(/ ?\{$/, '');
    const time = TIME.exec(title);
    if (time) title = time[1]!;
    const directive = DIRECTIVE.exec(title);
    if (directive) title = directive[1]!;
    const kind = directive?.[2]?.toUpperCase();
    const state = kind === 'SKIP' ? 'skipped' : kind === 'TODO' ? 'todo' : match[1] ? 'failed' : 'passed';
    const node: Node = {
      number,
      title: unescaped(title.trim()),
      state: kind === 'SKIP' && match[1] ? 'failed' : state,
      ...(time ? { seconds: Number(time[2]) / (time[3] === 'ms' ? 1_000 : 1) } : {}),
      message: directive?.[3] ? [directive[3]] : [],
      children: block ? [] : this.#claim(depth + 1),
    };
    level.nodes.push(node);
    this.#last = node;
    this.#open.length = Math.min(this.#open.length, depth);
    if (block) this.#open[depth] = node;
    return true;
  }

  /** The results one depth deeper belong to the line above them; their own plan has to be fulfilled. */
  #claim(depth: number): Node[] {
    const level = this.#levels[depth];
    if (!level) return [];
    this.#levels.length = depth;
    if (level.plan !== undefined && level.plan !== level.nodes.length) this.#broken = true;
    return level.nodes;
  }

  #closeBlock(depth: number): boolean {
    const node = this.#open[depth];
    if (!node) return false;
    this.#open.length = depth;
    node.children = this.#claim(depth + 1);
    return true;
  }

  #endDocument(): void {
    const level = this.#levels[0];
    if (!level && !this.#levels.length) return;
    // Numbers beyond the plan are of lines that a test printed.
    const { plan } = level ?? {};
    if (level && plan !== undefined && level.nodes.length > plan)
      level.nodes = level.nodes.filter(({ number }) => number === undefined || number <= plan);
    if (this.#full) this.#complete++;
    else this.#incomplete++;
    for (const node of level?.nodes ?? []) this.#done.push(node);
    // Subtests whose own line never came.
    for (const orphan of this.#levels.slice(1)) for (const node of orphan?.nodes ?? []) this.#done.push(node);
    if (this.#levels.length > 1 && this.#levels.slice(1).some((deep) => deep?.nodes.length)) this.#broken = true;
    this.#levels.length = 0;
    this.#open.length = 0;
  }

  #add(node: Node, path: readonly string[], depth: number): void {
    const names = node.title ? [...path, node.title] : path;
    for (const child of node.children) if (depth < DEPTH_CAP) this.#add(child, names, depth + 1);
    const red = (other: Node): boolean => other.state === 'failed' || other.children.some(red);
    // A parent stands for itself only when it failed for a reason of its own.
    if (node.children.length && (node.state !== 'failed' || node.children.some(red))) return;
    this.#tally[
      node.state === 'failed'
        ? 'failed'
        : node.state === 'passed'
          ? 'passed'
          : node.state === 'todo'
            ? 'todo'
            : 'skipped'
    ]++;
    if (!names.length) return;
    this.#collected.add({
      name: names.join(' > '),
      state: node.state,
      ...(node.seconds === undefined ? {} : { seconds: node.seconds }),
      ...(node.message.length ? { message: node.message.join('\n') } : {}),
    });
  }

  readonly #tally = { passed: 0, failed: 0, skipped: 0, todo: 0 };

  report(): Report {
    this.#endDocument();
    for (const node of this.#done) this.#add(node, [], 0);
    const { passed, failed, skipped, todo } = this.#tally;
    const { totals: prove, result, failed: failedInReport } = this.#prove;
    const red =
      failed > 0 || result === 'FAIL' || [...this.#collected.files.values()].some(({ state }) => state === 'failed');
    const total = Math.max(passed + failed + skipped + todo, prove?.tests ?? 0);
    const inner = passed + failed + skipped + todo;
    const ended = this.#complete > 0 && this.#incomplete === 0;
    if (this.#bailed !== undefined) this.#collected.addProblem({ message: this.#bailed });
    const stopped = this.#bailed !== undefined && failed === 0;
    const doubts: Reason[] = [];
    if (this.#incomplete > 0) doubts.push('unfinished');
    if (this.#broken) doubts.push('counts-disagree');
    if (this.#capture.invocation.exitCode !== 0 && TOO_LITTLE.test(this.#capture.text)) doubts.push('errors');
    // prove without -v names no tests; its totals are those of all files.
    const quiet = prove !== undefined && inner === 0;
    const broken = quiet ? failedInReport : failed;
    const good = quiet ? Math.max(0, prove.tests - broken) : passed;
    return judge(
      {
        runner: 'tap',
        version: this.#version,
        collected: this.#collected,
        counts: {
          passed: good,
          failed: broken,
          skipped,
          errors: this.#bailed === undefined ? 0 : 1,
          total,
          ...(todo ? { todo } : {}),
          ...(prove ? { files: prove.files } : {}),
        },
        seconds: prove?.seconds,
        failed: red && !stopped,
        crashed: stopped,
        nothingRan: (total === 0 && (this.#skipAll || prove !== undefined)) || result === 'NOTESTS',
        onlySkipped: total > 0 && good === 0 && !red && skipped + todo > 0,
        somethingPassed: good > 0,
        // A result may stand anywhere, so that a part of the text proves nothing.
        closing: result === 'PASS' || (ended && !prove && !this.#capture.cut) ? 'proof' : 'none',
        doubts: quiet ? doubts.filter((doubt) => doubt !== 'unfinished') : doubts,
      },
      this.#capture,
    );
  }
}

/** Subtests deeper than this are not followed. */
const DEPTH_CAP = 60;

function unescaped(title: string): string {
  return title.replace(/\\([#\\])/g, '$1');
}
