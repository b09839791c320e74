/** The events of `go test -json`: https://pkg.go.dev/cmd/test2json, https://pkg.go.dev/cmd/go#hdr-Build__json_encoding */
import { parseObject } from '../../formats/json-text.js';
import { eachLine } from '../../output/text.js';
import { COMMAND_ERROR, DEATH, readPackageLine, readPlace } from './lines.js';
import type { GoRun } from './run.js';

interface GoEvent {
  readonly Action?: string;
  readonly Package?: string;
  readonly ImportPath?: string;
  readonly Test?: string;
  readonly Elapsed?: number;
  readonly Output?: string;
  readonly FailedBuild?: string;
}

/** How much of a test's output is kept for its message. */
const KEPT_OUTPUT = 2_000;

interface OpenPackage {
  failures: number;
  ran: number;
  /** Tests are announced before their results: not so without `-v`. */
  announces: boolean;
  /** What its closing line says in brackets. */
  flags: string;
  death: string;
  /** What each test that has not ended has printed. */
  readonly running: Map<string, string>;
  readonly paused: Set<string>;
}

/** `AS_TEXT` matches lines of `go test` as text. */
const AS_TEXT = /^(?:=== RUN {1,3}\S|--- (?:PASS|FAIL|SKIP): \S|ok {2}\t\S|FAIL\t\S+\t\d)/m;

/**
 * Tells whether a text is a stream of events. Where nobody asked for one, a test may have printed what looks like an
 * event.
 */
export function holdsEvents(text: string, words: readonly string[]): boolean {
  if (!text.includes('"Action":"') || !EVENT.test(text)) return false;
  if (words.some((word) => /^--?json(?:=|$)/.test(word)) || !AS_TEXT.test(text)) return true;
  return words[0] !== 'go' && mostlyEvents(text);
}

const EVENT = /^\{[^\n]*"Action":"/m;

function mostlyEvents(text: string): boolean {
  let balance = 0;
  eachLine(text, (line) => {
    if (line) balance += EVENT.test(line) ? 1 : -1;
  });
  return balance > 0;
}

/** Reads the events of `go test -json` into a run. */
export function readJson(text: string, run: GoRun): void {
  new GoEvents(run).read(text);
}

class GoEvents {
  readonly #run: GoRun;
  readonly #packages = new Map<string, OpenPackage>();
  readonly #ended = new Set<string>();
  /** The beginning is there, so that a result without an announcement was printed by a test. */
  readonly #whole: boolean;
  #building = false;
  #broken = false;

  constructor(run: GoRun) {
    const { cut, invocation } = run.capture;
    this.#run = run;
    this.#whole = !cut && invocation.view === 'whole';
    run.verbose = true;
    run.sawEveryTest = this.#whole;
  }

  read(text: string): void {
    eachLine(text, (line) => this.#line(line), true);
    for (const [name, { death, running, paused }] of this.#packages) {
      if (!death || this.#ended.has(name)) continue;
      for (const [test, message] of running)
        if (!paused.has(test) && (this.#whole || message.includes(death)))
          this.#run.collected.add({ name: test, package: name, state: 'error', message });
    }
    const open = [...this.#packages.keys()].some((name) => name !== '' && !this.#ended.has(name));
    if (open || this.#broken) this.#run.unfinished = true;
    if (open) this.#run.lastWord = 'none';
    if (this.#run.collected.tally().failed > 0) this.#run.failed = true;
  }

  #line(line: string): void {
    if (!line.trim()) return;
    // A test's words without a newline may stand before an event of a program that writes to the same place.
    if (line[0] !== '{') {
      this.#building = this.#goLine(line, this.#building);
      return;
    }
    const event = parseEvent(line);
    if (event) this.#event(event);
    else {
      this.#broken = true;
      this.#run.collected.unparsed++;
    }
  }

  #event(event: GoEvent): void {
    const { Action: action, Package: name = '', Test: test, Output: output = '' } = event;
    if (action === 'build-output') this.#building = this.#goLine(output.trimEnd(), true);
    else if (action === 'build-fail') this.#run.buildFailed = true;
    else if (action === 'output') this.#output(name, test, output);
    else if (action === 'start') this.#package(name);
    else if (test !== undefined) this.#test(name, test, event);
    else if (action === 'pass' || action === 'fail' || action === 'skip') this.#close(name, action, event);
  }

  #package(name: string): OpenPackage {
    let known = this.#packages.get(name);
    if (!known) {
      known = { failures: 0, ran: 0, announces: false, flags: '', death: '', running: new Map(), paused: new Set() };
      this.#packages.set(name, known);
    }
    return known;
  }

  #output(name: string, test: string | undefined, output: string): void {
    const open = this.#package(name);
    if (test !== undefined) {
      const kept = open.running.get(test);
      if (kept !== undefined && kept.length < KEPT_OUTPUT && !output.startsWith('=== '))
        open.running.set(test, kept + output);
    } else if (/\(cached\)|\[no test|\[(?:build|setup) failed\]|coverage: /.test(output)) open.flags += output;
    if (DEATH.test(output) && !output.startsWith('exit status')) open.death ||= output;
    else if (test === undefined && /^(?:FAIL|PASS)\n?$/.test(output)) open.death = '';
  }

  #test(name: string, test: string, { Action: action, Elapsed: elapsed }: GoEvent): void {
    const open = this.#package(name);
    if (action === 'run') {
      open.running.set(test, '');
      open.announces = true;
    } else if (action === 'pause') open.paused.add(test);
    else if (action === 'cont') open.paused.delete(test);
    if (action !== 'pass' && action !== 'fail' && action !== 'skip') return;
    if (this.#whole && open.announces && !open.running.has(test) && !test.startsWith('Benchmark')) return;
    const message = open.running.get(test)?.trim();
    open.running.delete(test);
    open.ran++;
    if (action === 'fail') open.failures++;
    const state = action === 'pass' ? 'passed' : action === 'fail' ? 'failed' : 'skipped';
    this.#run.collected.add({
      name: test,
      package: name,
      state,
      ...(elapsed === undefined ? {} : { seconds: elapsed }),
      ...(message && state !== 'passed' ? { message } : {}),
    });
  }

  #close(name: string, action: string, { Elapsed: elapsed, FailedBuild: build }: GoEvent): void {
    const run = this.#run;
    const open = this.#package(name);
    this.#ended.add(name);
    const time = open.flags.includes('(cached)') ? '(cached)' : elapsed === undefined ? '' : `${elapsed}s`;
    const cover = /coverage: [\d.]+% of statements/.exec(open.flags)?.[0] ?? '';
    const benchmarks = [...open.running.keys()].some((test) => test.startsWith('Benchmark'));
    if (action === 'fail') {
      const unbuilt = build !== undefined || /\[(?:build|setup) failed\]/.test(open.flags);
      if (!unbuilt) this.#unended(name, open);
      run.close({ name, status: 'FAIL', rest: unbuilt ? '[build failed]' : time }, { failures: open.failures });
    } else if (action === 'skip' && open.ran === 0) {
      run.close({ name, status: '?', rest: '[no test files]' }, {});
    } else {
      const ran = open.ran > 0 || benchmarks || !this.#whole;
      run.close({ name, status: 'ok', rest: `${time} ${cover}` }, { ran });
    }
  }

  /** Tests that had begun when the package failed, and have no result. */
  #unended(name: string, open: OpenPackage): void {
    let unended = 0;
    for (const [test, message] of open.running) {
      if (open.paused.has(test) || (test.startsWith('Benchmark') && !open.death)) continue;
      // The result may be among what is missing.
      if (!this.#whole && !(open.death && message.includes(open.death))) continue;
      unended++;
      this.#run.collected.add({ name: test, package: name, state: 'error', message: message || open.death });
    }
    if (open.death) this.#run.die(open.death);
    else if (unended && !open.failures) this.#run.crashed = true;
  }

  /** Lines outside the event stream come from the go command: build errors and its own complaints. */
  #goLine(line: string, building: boolean): boolean {
    const { collected } = this.#run;
    if (line.startsWith('# ')) return true;
    const closing = readPackageLine(line);
    if (closing) {
      if (!this.#ended.has(closing.name)) this.#run.close(closing, {});
      this.#ended.add(closing.name);
      return false;
    }
    const place = building ? readPlace(line) : undefined;
    if (place) {
      collected.addProblem(place);
      return true;
    }
    if (/^go: (?:warning: )?.*(?:no packages|matched no packages)|^no packages to test/.test(line)) {
      this.#run.nothing = true;
    } else if (COMMAND_ERROR.test(line)) {
      collected.addProblem({ message: line });
      this.#run.refused = true;
    } else collected.unparsed++;
    return building;
  }
}

function parseEvent(line: string): GoEvent | undefined {
  const event = parseObject(line);
  if (!event || !('Action' in event)) return undefined;
  const { Action, Package, Test, Elapsed, Output, FailedBuild } = event;
  return {
    ...(typeof Action === 'string' ? { Action } : {}),
    ...(typeof Package === 'string' ? { Package } : {}),
    ...(typeof Test === 'string' ? { Test } : {}),
    ...(typeof Elapsed === 'number' ? { Elapsed } : {}),
    ...(typeof Output === 'string' ? { Output } : {}),
    ...(typeof FailedBuild === 'string' ? { FailedBuild } : {}),
  };
}
