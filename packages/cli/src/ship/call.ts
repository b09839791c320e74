import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { chooseTransport } from '../forge/choose.js';
import type { Forge } from '../forge/forge.js';
import { github } from '../forge/github.js';
import type { Place } from '../workflow/place.js';
import { addressOf } from './facts.js';
import { progressOf } from './progress.js';
import type { ShipOptions, Shipping } from './shipping.js';

/** Milliseconds in which the evidence of a large repository is judged. */
const DEADLINE = 120_000;

/**
 * Reads what a call of `flow ship` asks for.
 * @throws FlowError USAGE
 */
export async function shippingOf(call: Call, place: Place): Promise<Shipping> {
  const { surroundingsOf } = await hooks();
  const { environment, program } = call;
  const { root } = place.around.repository;
  const minutes = numberOf(call, 'timeout', 30);
  const seconds = numberOf(call, 'interval', 5);
  const options = optionsOf(call);
  let forge: Promise<Forge> | undefined;
  const shipping: Shipping = {
    call,
    room: place.room,
    root,
    options,
    patience: { until: Date.now() + minutes * 60_000, pause: seconds * 1000 },
    progress: progressOf(call),
    again: `${program} ship`,
    around() {
      // What is known of a repository is known for one moment.
      const around = surroundingsOf(root, { environment, deadline: Date.now() + DEADLINE });
      if (around) return around;
      throw new FlowError('broken', 'NO_REPOSITORY', `${root} is no longer in a git repository.`, 'git status');
    },
    forge(branch) {
      forge ??= forgeOf(shipping, branch);
      return forge;
    },
  };
  return shipping;
}

async function forgeOf(shipping: Shipping, branch: string): Promise<Forge> {
  const { call, patience, again, around } = shipping;
  const address = await addressOf(shipping, branch);
  if (!address) {
    const waivers = untoldChecks(shipping).map((check) => `${call.program} waive ${check} <reason>`);
    throw new FlowError(
      'broken',
      'FORGE_UNKNOWN',
      'the forge for pull requests cannot be derived from the remote, or it does not provide the GitHub API.',
      [
        `Set forge.api and forge.repository in flow.config.yaml, or stop earlier: ${again} --until push`,
        `Without a forge, a person can skip these checks: ${waivers.join(', then ')}`,
      ].join('\n  '),
    );
  }
  // An address that is the host's own anyway is not another one.
  const { forgeAddress } = await hooks();
  const { repository, policy, start } = around();
  const { api: _named, ...forge } = policy.forge ?? {};
  const isNamed = forgeAddress(repository, branch, { forge }, start.deadline)?.api !== address.api;
  const transport = await chooseTransport(address, isNamed, call.environment);
  return github(transport, address, patience, again);
}

/**
 * Returns the checks that only a forge can answer: those that are still open in the run, or where none runs, those of
 * `ceremony`.
 */
function untoldChecks({ room, around }: Shipping): string[] {
  const open = room.standingOf(around())?.status.open ?? [];
  const untold = open.filter(({ finding }) => UNTOLD.has(finding.code)).map(({ check }) => check);
  return untold.length > 0 ? untold : ['ship.pull-request', 'ship.ci'];
}

const UNTOLD = new Set(['PULL_REQUEST_MISSING', 'CI_NOT_GREEN']);

function optionsOf({ options, environment }: Call): ShipOptions {
  const text = (name: string) => (typeof options[name] === 'string' && options[name] !== '' ? options[name] : null);
  // Where CI runs on the forge itself, it names its interface.
  const api = text('apiUrl') ?? environment.GITHUB_API_URL ?? null;
  if (api !== null && !/^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/|$))[^\s@]*$/.test(api))
    throw new FlowError(
      'usage',
      'USAGE',
      'the forge URL must begin with https://.',
      'flow ship --api-url https://git.example.com/api/v3',
    );
  return {
    message: text('message'),
    title: text('title'),
    draft: options.draft === true,
    wait: options.wait !== false,
    api: api?.replace(/\/+$/, '') ?? null,
    dryRun: options.dryRun === true,
  };
}

function numberOf({ options, program }: Call, name: string, usual: number): number {
  const given = options[name];
  if (given === undefined) return usual;
  const value = Number(given);
  if (Number.isFinite(value) && value > 0) return value;
  throw new FlowError('usage', 'USAGE', `--${name} expects a number above 0.`, `${program} ship --${name} ${usual}`);
}
