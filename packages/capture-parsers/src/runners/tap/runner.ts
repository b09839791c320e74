/**
 * The Test Anything Protocol, versions 12 to 14 (https://testanything.org/tap-version-14-specification.html), as tape,
 * node-tap, bats, `prove -v` and others write it; and the words of prove.
 */
import { Collector } from '../../collect.js';
import { TOO_LITTLE } from '../../formats/coverage.js';
import { eachLine } from '../../output/text.js';
import type { Reason, Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';
import { judge } from '../../verdict.js';
import { DEPTH_CAP, Documents, type Node } from './documents.js';
import { Prove } from './prove.js';
import { tally } from './tally.js';

export const tap: Runner = {
  id: 'tap',
  kind: 'test',
  generic: true,
  starts,
  signs: /^TAP version \d+$|^1\.\.\d+(?: *#.*)?$|^Files=\d+, Tests=\d+, |^(?:not )?ok \d+ (?:- |# )/m,
  read(capture) {
    const run = new TapRun(capture);
    eachLine(capture.text, (line) => run.line(line.trimEnd()));
    return run.report();
  },
};

/** Programs that write TAP, and those that do so when they are told. */
function starts(words: readonly string[]): boolean {
  const name = words[0] ?? '';
  if (/^(?:prove|bats|tape|tap|tap-\w+|pg_prove|yath)$/.test(name)) return true;
  if (/^testem(?:\.js)?$/.test(name))
    return words[1] === 'ci' && !words.some((word) => /^(?:-R|--reporter)/.test(word) && !/tap/.test(word));
  if (/^ava(?:\.js|\.mjs)?$/.test(name)) return words.some((word) => word === '--tap' || word === '-t');
  return name === 'deno' && words[1] === 'test' && words.some((word) => /^(?:--reporter=)?tap$/.test(word));
}

const PLAN = /^1\.\.(\d+)(?: *# *(.*))?$/;
/** Lines of a result's YAML that are kept. */
const MESSAGE_LINES = 40;

/** `Yaml` holds what is said of a result between `---` and `...`. */
interface Yaml {
  readonly node: Node | undefined;
  readonly indent: number;
}

class TapRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #documents: Documents;
  readonly #prove: Prove;
  #yaml: Yaml | undefined;
  #bailed: string | undefined;
  #version: string | undefined;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#documents = new Documents(capture.invocation.exitCode === 0);
    this.#prove = new Prove(this.#collected);
  }

  line(raw: string): void {
    const text = raw.trimStart();
    const indent = raw.length - text.length;
    if (this.#yaml && this.#inYaml(this.#yaml, text, indent)) return;
    if (text === '---' && indent >= 2) {
      this.#yaml = { node: this.#documents.last, indent };
      return;
    }
    const depth = Math.floor(indent / 4);
    if (indent % 4 === 0 && depth < DEPTH_CAP && this.#ownLine(text, depth)) return;
    if (text && !text.startsWith('#')) this.#collected.unparsed++;
  }

  #inYaml({ node, indent: own }: Yaml, text: string, indent: number): boolean {
    if (text === '...' || (indent < own && text !== '')) {
      this.#yaml = undefined;
      return text === '...';
    }
    if (node && node.message.length < MESSAGE_LINES) node.message.push(text);
    return true;
  }

  #ownLine(text: string, depth: number): boolean {
    const documents = this.#documents;
    const version = depth === 0 ? /^TAP version (\d+)$/.exec(text)?.[1] : undefined;
    if (version) {
      this.#version = version;
      documents.end();
      return true;
    }
    const bailed = /^(?:Bail out!|(?:FAILED--|Bailout called\. +)Further testing stopped:) *(.*)$/.exec(text);
    if (bailed) {
      this.#bailed = bailed[1] || 'Bail out!';
      return true;
    }
    const plan = text.startsWith('1..') ? PLAN.exec(text) : null;
    if (plan) {
      documents.plan(Number(plan[1]), depth);
      return true;
    }
    if (text === '}' && documents.closeBlock(depth)) return true;
    const prove = depth === 0 ? this.#prove.line(text) : undefined;
    if (prove === 'file') documents.end();
    // Behind prove's own end somebody else said that all is well.
    if (text === 'ok' && this.#prove.result !== undefined) return false;
    return prove !== undefined || documents.result(text, depth);
  }

  report(): Report {
    const documents = this.#documents;
    documents.end();
    const { passed, failed, skipped, todo } = tally(documents.done, this.#collected);
    const { totals: prove, result, failed: failedInReport } = this.#prove;
    const red =
      failed > 0 || result === 'FAIL' || [...this.#collected.files.values()].some(({ state }) => state === 'failed');
    const total = Math.max(passed + failed + skipped + todo, prove?.tests ?? 0);
    const inner = passed + failed + skipped + todo;
    const ended = documents.complete > 0 && documents.incomplete === 0;
    if (this.#bailed !== undefined) this.#collected.addProblem({ message: this.#bailed });
    const stopped = this.#bailed !== undefined && failed === 0;
    const doubts: Reason[] = [];
    if (documents.incomplete > 0) doubts.push('unfinished');
    if (documents.broken) doubts.push('counts-disagree');
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
        nothingRan: (total === 0 && (documents.skipsAll || prove !== undefined)) || result === 'NOTESTS',
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
