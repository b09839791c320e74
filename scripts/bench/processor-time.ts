import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';

/** A timed program tells how it is started. */
export interface Timed {
  readonly command: string;
  readonly words: readonly string[];
  readonly input: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A timing tells milliseconds, and how the program ended. */
export interface Timing {
  readonly ms: number;
  readonly exit: number | null;
  readonly errors: string;
}

/** `WAYS` names what is measured, for the head of a table. */
const WAYS = { processor: 'processor time', missing: 'clock time, as perf is missing', clock: 'clock time' } as const;

let way: keyof typeof WAYS | undefined;

/** The counter by its full path: what is timed may have another `PATH`, or nothing on it. */
const perf = spawnSync('sh', ['-c', 'command -v perf'], { encoding: 'utf8' }).stdout?.trim() || 'perf';

/** Measures by the clock from here on: what somebody waits. */
export function byTheClock(): void {
  way = 'clock';
}

/** Tells whether perf counts here. Its first answer holds, so that one table is measured in one way. */
function measuredWay(): keyof typeof WAYS {
  way ??=
    spawnSync(perf, ['stat', '-x', ',', '-e', 'task-clock', '--', process.execPath, '-e', '0']).status === 0
      ? 'processor'
      : 'missing';
  return way;
}

/** Says in words what is measured, and how busy the machine is: a load above its cores makes small differences noise. */
export const measuredHow = (): string => `${WAYS[measuredWay()]}, load ${loadavg()[0]!.toFixed(1)}`;

/**
 * Times a program and all that it starts: by processor time, as `perf stat` counts it, else by the clock from just before its
 * start to its end. @throws Error where perf counts nothing
 */
export function timed({ command, words, input, cwd, env }: Timed): Timing {
  const options = { input, cwd, env, maxBuffer: 64 << 20 };
  if (measuredWay() !== 'processor') {
    const started = process.hrtime.bigint();
    const run = spawnSync(command, words, options);
    return { ms: Number(process.hrtime.bigint() - started) / 1e6, exit: run.status, errors: String(run.stderr) };
  }
  const area = mkdtempSync(path.join(tmpdir(), 'flow-bench-'));
  try {
    const file = path.join(area, 'perf');
    const run = spawnSync(perf, ['stat', '-x', ',', '-e', 'task-clock', '-o', file, '--', command, ...words], options);
    const ms = Number(/^([\d.]+),/m.exec(readFileSync(file, 'utf8'))?.[1]);
    if (!(ms > 0)) throw new Error(`perf stat counted nothing: ${run.stderr}`);
    return { ms, exit: run.status, errors: String(run.stderr) };
  } finally {
    rmSync(area, { recursive: true });
  }
}
