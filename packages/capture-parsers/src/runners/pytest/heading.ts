import type { Listing } from './listing.js';

const COLLECTED = /^(?:collecting .*?)?collected (\d+) items?(.*)$/;
const WORKERS = /^(?:\d+ workers \[(\d+) items?\].*|gw\d+ \[(\d+)\](?: \/ gw\d+ \[\d+\])*)\s*$/;
/** What stands between the heading of a session and its first test. */
const HEADER =
  /^(?:rootdir|configfile|testpaths|cachedir|plugins|asyncio|hypothesis profile|created|scheduling|bringing up|timeout|django|metadata|Using|benchmark|baseurl|sensitiveurl|run-last-failure|run-first|stepwise|anyio|inifile|configfile|timeout method|timeout func_only)\b.*[:=]/;

/** Reads what a session says of itself above its first test. */
export class Heading {
  version: string | undefined;
  /** How many tests were collected, and how many of them are not to run, or were skipped before they were counted. */
  items: number | undefined;
  deselected = 0;
  collectSkips = 0;
  /** The plugin for subtests is there. */
  subtests = false;
  /** Tests were only collected. */
  onlyCollects = false;
  readonly #listing: Listing;

  constructor(listing: Listing) {
    this.#listing = listing;
  }

  /** How many tests are to run. */
  get expected(): number | undefined {
    return this.items === undefined ? undefined : this.items - this.deselected;
  }

  /** Whether the line is one of the heading. */
  line(line: string): boolean {
    const version = /^platform .*?\bpytest-(\d[\w.]*)/.exec(line)?.[1];
    if (version) {
      this.version ??= version;
      // Only a verbose session names its interpreter behind the versions.
      this.#listing.verbose = line.split(' -- ').length > 2;
      return true;
    }
    if (HEADER.test(line)) {
      if (line.startsWith('plugins:') && line.includes('subtests')) this.subtests = true;
      return true;
    }
    return this.#counts(line);
  }

  #counts(line: string): boolean {
    const collected = COLLECTED.exec(line);
    if (collected) {
      this.items = (this.items ?? 0) + Number(collected[1]);
      this.deselected += Number(/(\d+) deselected/.exec(collected[2]!)?.[1] ?? 0);
      this.collectSkips += Number(/(\d+) skipped/.exec(collected[2]!)?.[1] ?? 0);
      return true;
    }
    const workers = WORKERS.exec(line);
    if (workers) {
      this.items ??= Number(workers[1] ?? workers[2]);
      return true;
    }
    if (!/^(?:\d+\/)?(?:\d+|no) tests? collected\b/.test(line)) return false;
    this.onlyCollects = true;
    return true;
  }
}
