import type { ForgeAddress } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { ciReport } from './ci-report.js';
import { fieldOf } from './field.js';
import { type Forge, isWebAddress, type NewPull, type Pull } from './forge.js';
import { requiredOf } from './required-checks.js';
import { type Patience, send } from './sending.js';
import type { ForgeRequest, ForgeResponse, Transport } from './transport.js';

const PAGE = 100;
/** The most pages of checks that are read; with more, the state of CI is unknown. */
const MAX_PAGES = 10;

const HIDDEN = new Set(['FORGE_NOT_FOUND', 'FORGE_FORBIDDEN']);

/**
 * Returns a forge that speaks GitHub's REST API.
 * @param again the command that goes on where this one stopped, for remedies
 */
export function github(transport: Transport, address: ForgeAddress, patience: Patience, again: string): Forge {
  const repository = `/repos/${address.repository}`;
  const owner = address.source.split('/')[0]!;
  const ask = (request: ForgeRequest) => send(transport, request, patience, again);
  const get = async (path: string) => expected(await ask({ method: 'GET', path }));

  const findPull = async (branch: string): Promise<Pull | null> => {
    const head = encodeURIComponent(`${owner}:${branch}`);
    const found = await get(`${repository}/pulls?state=open&head=${head}&per_page=10`);
    // A forge that does not know the filter answers with all of them.
    const pulls = (Array.isArray(found) ? found : []).filter((one) => isOf(one, branch, address.source));
    return pulls.length > 0 ? readPull(pulls[0], again) : null;
  };

  return {
    how: transport.how,
    address,
    findPull,
    async createPull({ branch, ...pull }: NewPull): Promise<Pull> {
      const head = address.source === address.repository ? branch : `${owner}:${branch}`;
      const response = await ask({ method: 'POST', path: `${repository}/pulls`, body: { ...pull, head } });
      if (response.status !== 422) return readPull(response.body, again);
      // Somebody was faster, or an earlier try arrived although its answer did not.
      const there = await findPull(branch);
      if (there) return there;
      throw await invalid(response, again);
    },
    async updatePull(number, change) {
      const path = `${repository}/pulls/${number}`;
      return readPull(expected(await ask({ method: 'PATCH', path, body: change })), again);
    },
    async requiredChecks(base) {
      const branch = encodeURIComponent(base);
      const asked = [`${repository}/branches/${branch}`, `${repository}/rules/branches/${branch}?per_page=${PAGE}`];
      const [shown, rules] = await Promise.all(asked.map((path) => getIfShown(path)));
      return requiredOf(shown, rules);
    },
    async ciOf(commit, required) {
      const runs = await all(`${repository}/commits/${commit}/check-runs`, 'check_runs');
      const statuses = await all(`${repository}/commits/${commit}/status`, 'statuses');
      return ciReport(runs.items, statuses.items, runs.isWhole && statuses.isWhole, required);
    },
  };

  /** Reads a list that comes in pages. */
  async function all(path: string, field: string): Promise<{ items: unknown[]; isWhole: boolean }> {
    const items: unknown[] = [];
    let isWhole = false;
    for (let page = 1; page <= MAX_PAGES && !isWhole; page++) {
      const part = fieldOf(await get(`${path}?per_page=${PAGE}&page=${page}`), field);
      if (!Array.isArray(part)) throw unreadable(again);
      items.push(...part);
      isWhole = part.length < PAGE;
    }
    return { items, isWhole };
  }

  /** Asks for something that not every forge has, and not every login may see: null then. */
  async function getIfShown(path: string): Promise<unknown> {
    try {
      return await get(path);
    } catch (error) {
      if (error instanceof FlowError && HIDDEN.has(error.problem.code)) return null;
      throw error;
    }
  }

  function expected({ status, body }: ForgeResponse): unknown {
    if (status === 422) throw unreadable(again);
    return body;
  }
}

function isOf(pull: unknown, branch: string, source: string): boolean {
  const head = fieldOf(pull, 'head');
  const from = fieldOf(fieldOf(head, 'repo'), 'full_name');
  const isHere = typeof from !== 'string' || from.toLowerCase() === source.toLowerCase();
  return fieldOf(head, 'ref') === branch && isHere;
}

function readPull(value: unknown, again: string): Pull {
  const number = fieldOf(value, 'number');
  const url = fieldOf(value, 'html_url');
  const head = fieldOf(fieldOf(value, 'head'), 'sha');
  const base = fieldOf(fieldOf(value, 'base'), 'ref');
  const [title, body] = [fieldOf(value, 'title'), fieldOf(value, 'body')];
  if (typeof number !== 'number' || typeof head !== 'string' || typeof base !== 'string' || !isWebAddress(url))
    throw unreadable(again);
  const text = (one: unknown) => (typeof one === 'string' ? one : '');
  return { number, url, head, base, title: text(title), body: text(body) };
}

function unreadable(again: string): FlowError {
  return new FlowError('broken', 'FORGE_UNREADABLE', 'the forge gave an unexpected answer.', again);
}

async function invalid({ body }: ForgeResponse, again: string): Promise<FlowError> {
  const { clean } = await hooks();
  const errors = fieldOf(body, 'errors');
  const said = [
    fieldOf(body, 'message'),
    ...(Array.isArray(errors) ? errors.map((one) => fieldOf(one, 'message') ?? fieldOf(one, 'code')) : []),
  ]
    .filter((one) => typeof one === 'string')
    .map((one) => clean(one, 200));
  return new FlowError(
    'broken',
    'FORGE_INVALID',
    `the forge rejected the pull request (422): ${said.join('; ')}.`,
    again,
  );
}
