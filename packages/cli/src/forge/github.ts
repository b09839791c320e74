import type { ForgeAddress } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { ciReport } from './ci-report.js';
import { type Forge, isWebAddress, type NewPull, type Pull } from './forge.js';
import { type Patience, send } from './sending.js';
import type { ForgeRequest, ForgeResponse, Transport } from './transport.js';

const PAGE = 100;
/** So many checks are looked at; with more it cannot be told. */
const MAX_PAGES = 10;

/**
 * A forge that speaks GitHub's REST API.
 * @param again the command that goes on where this one stopped, for remedies
 */
export function github(transport: Transport, address: ForgeAddress, patience: Patience, again: string): Forge {
  const repository = `/repos/${address.repository}`;
  const owner = address.source.split('/')[0]!;
  const ask = (request: ForgeRequest) => send(transport, request, patience, again);
  const get = async (path: string) => expected(await ask({ method: 'GET', path }), again);

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
      return readPull(expected(await ask({ method: 'PATCH', path, body: change }), again), again);
    },
    async ciOf(commit) {
      const runs: unknown[] = [];
      let isWhole = false;
      for (let page = 1; page <= MAX_PAGES && !isWhole; page++) {
        const path = `${repository}/commits/${commit}/check-runs?per_page=${PAGE}&page=${page}`;
        const part = fieldOf(await get(path), 'check_runs');
        if (!Array.isArray(part)) throw unreadable(again);
        runs.push(...part);
        isWhole = part.length < PAGE;
      }
      const status = await get(`${repository}/commits/${commit}/status?per_page=${PAGE}`);
      const statuses = fieldOf(status, 'statuses');
      if (!Array.isArray(statuses)) throw unreadable(again);
      const total = fieldOf(status, 'total_count');
      const isAll = isWhole && (typeof total !== 'number' || total <= statuses.length);
      return ciReport(runs, statuses, isAll);
    },
  };

  function expected(response: ForgeResponse, command: string): unknown {
    if (response.status === 422) throw unreadable(command);
    return response.body;
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

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
  return new FlowError('broken', 'FORGE_UNREADABLE', 'the forge answered with something else than was asked.', again);
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
    `the forge does not take the pull request (422): ${said.join('; ')}.`,
    again,
  );
}
