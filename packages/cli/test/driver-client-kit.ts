import {
  bash,
  clientEnvironment,
  installClient,
  type ModelServer,
  type RecordedRequest,
  say,
  type Turn,
  textOf,
} from '@flow/test-kit';
import { askingForFront } from '../../hooks/test/kit.js';
import { type Ended, startDriver } from './driver-process.js';
import { FLOW, FLOW_HOOKS, flow, repository } from './kit.js';
import { type Further, runBeside, tasksConfig } from './tasks-workflow.js';

/* The real client, started by the driver for several items at once, against a scripted model. */

/** The turns of a session that does one item. */
export const turns = (id: string, ...first: Turn[]): Turn[] => [
  ...first,
  [bash(`printf '${id} done' > ${id.toLowerCase()}.txt`)],
  ...finish(id),
];

/** The turns with which a session hands in what it has done of an item. */
export const finish = (id: string): Turn[] => [
  [bash(`node ${FLOW} submit complete --item ${id} && node ${FLOW} commit --item ${id}`)],
  [say('Done.')],
];

/** A run whose items the driver has done. */
export interface DrivingOptions {
  /** The command that shows that an item is done. */
  verify?: string;
  further?: Further;
  /** More variables of the driver. */
  environment?: Readonly<Record<string, string>>;
}

/** A run in a work tree of its own, whose plan has an item for each of these, and how it is driven with so many sessions at once. */
export function driving(ids: readonly string[], { verify = 'exit 0', further, environment }: DrivingOptions = {}) {
  const executable = installClient();
  const own = ids.map((id) => `${id.toLowerCase()}.txt`);
  const files = {
    ...{ 'flow.config.yaml': tasksConfig('', further), 'verify.sh': `${verify}\n`, 'whole.sh': 'exit 0\n' },
    ...Object.fromEntries(own.map((file) => [file, ''])),
  };
  const repo = repository({ files: askingForFront(files) });
  flow(repo, ['install'], { program: FLOW_HOOKS });
  repo.commit('guards');
  const tasks = ids.map((id, at) => `- [ ] ${id}: Make ${id}\n  - Files: \`${own[at]}\`\n`).join('');
  const home = runBeside(repo, `# Tasks\n\n## Tasks\n\n${tasks}`);
  /** Starts a driver, and tells how it ended. */
  const drive = (server: Pick<ModelServer, 'url'>, ...more: string[]) => {
    const env = { ...repo.environment, ...clientEnvironment(server.url, repo.area), ...environment };
    return startDriver(home, env, ['--program', executable, '--at-once', String(ids.length), ...more]);
  };
  const landed = () => own.map((file) => repo.git('-C', home, 'show', `HEAD:${file}`));
  return { repo, home, drive, landed };
}

/** What a driver told, one by one. */
export interface ToldHere {
  what: string;
  item?: string | null;
  why?: string;
  goesOn?: boolean;
  action?: { do: string; until?: number | null };
  end?: { item: string | null; task: string; failure: { class: string; reason: string } | null; money: number | null };
}

/** Reads what a driver said at its end. */
export const dataIn = ({ stdout }: Pick<Ended, 'stdout'>) =>
  (JSON.parse(stdout) as { data: { outcome: Record<string, unknown>; told: ToldHere[] } }).data;

export const endsIn = (ended: Pick<Ended, 'stdout'>) => dataIn(ended).told.flatMap(({ end }) => end ?? []);

/** Counts the sessions that were begun with a prompt: each asks for its first turn before the model has said anything. */
export const sessionsOf = (requests: readonly RecordedRequest[], lane: string) =>
  requests.filter((one) => one.lane === lane && !one.body!.messages.some(({ role }) => role === 'assistant')).length;

/** All that the model was told in the session of a prompt. */
export const told = (requests: readonly RecordedRequest[], lane: string): string =>
  requests
    .flatMap((one) => (one.lane === lane ? one.body!.messages.map(({ content }) => textOf(content)) : []))
    .join('\n');
