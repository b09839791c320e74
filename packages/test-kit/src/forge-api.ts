import { spawnSync } from 'node:child_process';

/** A check run or a commit status, as the forge's interface has it. */
export type ForgeCheck =
  | { name: string; status: 'queued' | 'in_progress' | 'completed'; conclusion?: string | null }
  | { context: string; state: 'pending' | 'success' | 'failure' | 'error' };

export interface ForgePull {
  number: number;
  title: string;
  body: string;
  head: string;
  /** `owner/name` of where the branch is: another one for a pull request from a fork. */
  source: string;
  base: string;
  draft: boolean;
  state: 'open' | 'closed';
}

/** The checks without which nothing is merged: by the protection of branches, and by rulesets. */
export interface NeededChecks {
  protection?: readonly string[];
  rules?: readonly string[];
}

/** A status and a body. */
type Answer = [status: number, body: unknown];

const NOT_FOUND: Answer = [404, { message: 'Not Found' }];

const PAGES = 'https://forge.example.test';

/**
 * Keeps what a forge knows of one repository, and answers as it does: the part of GitHub's REST API that pull requests
 * and checks need.
 */
export class ForgeApi {
  readonly pulls: ForgePull[] = [];
  /** What CI says of every commit: one list a look, the last one from then on. */
  looks: readonly (readonly ForgeCheck[])[] = [[]];
  needed: NeededChecks = {};
  /** What it takes the branches to be at; null: where they are. */
  stale: string | null = null;
  readonly #repository: string;
  readonly #owner: string;
  readonly #remote: (source: string) => string;

  constructor(repository: string, remote: (source: string) => string) {
    this.#repository = repository;
    this.#owner = repository.slice(0, repository.indexOf('/'));
    this.#remote = remote;
  }

  answer(method: string, url: URL, body: Record<string, unknown>): Answer {
    const prefix = `/repos/${this.#repository}/`;
    if (!url.pathname.startsWith(prefix)) return NOT_FOUND;
    const rest = url.pathname.slice(prefix.length);
    if (method === 'POST' && rest === 'pulls') return this.#open(body);
    if (method === 'PATCH') return this.#amend(rest, body);
    if (method !== 'GET') return NOT_FOUND;
    if (rest === 'pulls') return [200, this.#openPulls(url.searchParams.get('head'))];
    const asked = /^commits\/[0-9a-f]{40}\/(check-runs|status)$/.exec(rest)?.[1];
    if (asked !== undefined) return asked === 'status' ? this.#statuses(url) : this.#checkRuns(url);
    const [, rules, branch] = /^(rules\/)?branches\/([^/]+)$/.exec(rest) ?? [];
    if (branch === undefined) return NOT_FOUND;
    return rules === undefined ? this.#protection(branch) : this.#rules();
  }

  #openPulls(wanted: string | null): unknown[] {
    return this.pulls
      .filter(({ state, source, head }) => state === 'open' && (!wanted || wanted === `${ownerOf(source)}:${head}`))
      .map((pull) => this.#shown(pull));
  }

  #open(body: Record<string, unknown>): Answer {
    const { head, source } = this.#headOf(String(body.head));
    if (this.#commitOf(head, source) === '')
      return [422, { message: 'Validation Failed', errors: [{ field: 'head', code: 'invalid' }] }];
    if (this.pulls.some((pull) => pull.state === 'open' && pull.head === head && pull.source === source)) {
      const message = `A pull request already exists for ${ownerOf(source)}:${head}.`;
      return [422, { message: 'Validation Failed', errors: [{ message }] }];
    }
    const pull: ForgePull = {
      number: this.pulls.length + 1,
      title: String(body.title),
      body: String(body.body),
      head,
      source,
      base: String(body.base),
      draft: body.draft === true,
      state: 'open',
    };
    this.pulls.push(pull);
    return [201, this.#shown(pull)];
  }

  #amend(rest: string, body: Record<string, unknown>): Answer {
    const number = Number(/^pulls\/(\d+)$/.exec(rest)?.[1]);
    const pull = this.pulls.find((one) => one.number === number);
    if (!pull) return NOT_FOUND;
    for (const name of ['title', 'body'] as const) if (typeof body[name] === 'string') pull[name] = body[name];
    return [200, this.#shown(pull)];
  }

  #checkRuns(url: URL): Answer {
    const runs = (this.looks[0] ?? []).flatMap((one) =>
      'name' in one ? [{ conclusion: null, ...one, html_url: `${PAGES}/checks/${one.name}` }] : [],
    );
    return [200, { total_count: runs.length, check_runs: pageOf(runs, url).part }];
  }

  /** The last of the questions of one look. */
  #statuses(url: URL): Answer {
    const statuses = (this.looks[0] ?? []).flatMap((one) => ('context' in one ? [{ ...one, target_url: null }] : []));
    const { part, isLast } = pageOf(statuses, url);
    if (isLast && this.looks.length > 1) this.looks = this.looks.slice(1);
    return [200, { state: 'pending', total_count: statuses.length, statuses: part }];
  }

  #protection(branch: string): Answer {
    const contexts = this.needed.protection ?? [];
    const level = this.needed.protection ? 'non_admins' : 'off';
    const checks = { enforcement_level: level, contexts, checks: contexts.map(asContext) };
    return [200, { name: branch, protection: { enabled: level !== 'off', required_status_checks: checks } }];
  }

  #rules(): Answer {
    if (!this.needed.rules) return [200, []];
    const required_status_checks = this.needed.rules.map(asContext);
    return [200, [{ type: 'required_status_checks', parameters: { required_status_checks } }]];
  }

  #shown({ head, base, source, ...pull }: ForgePull): unknown {
    return {
      ...pull,
      html_url: `${PAGES}/${this.#repository}/pull/${pull.number}`,
      head: { ref: head, sha: this.stale ?? this.#commitOf(head, source), repo: { full_name: source } },
      base: { ref: base },
    };
  }

  /** A branch as a pull request names it: its own, or `owner:branch` of a fork with the same name. */
  #headOf(text: string): Pick<ForgePull, 'head' | 'source'> {
    const colon = text.indexOf(':');
    const from = colon < 0 ? this.#owner : text.slice(0, colon);
    return { head: text.slice(colon + 1), source: `${from}/${this.#repository.slice(this.#owner.length + 1)}` };
  }

  #commitOf(branch: string, source: string): string {
    const words = ['-C', this.#remote(source), 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`];
    return spawnSync('git', words, { encoding: 'utf8' }).stdout.trim();
  }
}

const ownerOf = (source: string) => source.slice(0, source.indexOf('/'));

const asContext = (name: string) => ({ context: name, app_id: null });

function pageOf<T>(items: readonly T[], url: URL): { part: T[]; isLast: boolean } {
  const size = Number(url.searchParams.get('per_page') ?? 30);
  const start = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
  return { part: items.slice(start, start + size), isLast: start + size > items.length };
}
