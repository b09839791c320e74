import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/* Temporal's real development server, where it is on this machine, and a worker beside it. */

/** The program `temporal`, or where the variable says that it is; null where it is not here. */
export const TEMPORAL =
  [process.env.FLOW_TEMPORAL, 'temporal'].find(
    (program) => program !== undefined && spawnSync(program, ['--version']).status === 0,
  ) ?? null;

const WORKER = fileURLToPath(new URL('../dist/worker.js', import.meta.url));

/** A development server that keeps all in its memory: killed, it has forgotten everything. */
export class TemporalServer {
  readonly #port: number;
  #server: ChildProcess | null = null;
  #worker: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<TemporalServer> {
    const server = new TemporalServer(await freePort());
    await server.serve();
    await server.work();
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Starts the server; it is asked until it answers. */
  async serve(): Promise<void> {
    const words = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', `${this.#port}`];
    this.#server = spawn(TEMPORAL!, [...words, '--log-level', 'never'], { stdio: 'ignore' });
    for (let at = 0; at < 100; at += 1) {
      const asked = spawnSync(TEMPORAL!, ['operator', 'namespace', 'describe', 'default', '--address', this.address]);
      if (asked.status === 0) return;
      await new Promise((ready) => setTimeout(ready, 200));
    }
    throw new Error('the development server does not answer');
  }

  /** Starts the built worker; it is ready once it says so. */
  async work(): Promise<void> {
    const environment = { ...process.env, TEMPORAL_ADDRESS: this.address };
    const worker = spawn(process.execPath, [WORKER], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    this.#worker = worker;
    await new Promise<void>((ready, failed) => {
      worker.stdout.on('data', (data: Buffer) => data.includes('Works on') && ready());
      worker.on('exit', (code) => failed(new Error(`the worker ended with ${code}`)));
    });
  }

  async stopWorker(): Promise<void> {
    await ended(this.#worker, 'SIGKILL');
  }

  async kill(): Promise<void> {
    await ended(this.#server, 'SIGKILL');
  }

  async close(): Promise<void> {
    await this.stopWorker();
    await this.kill();
  }
}

async function ended(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await over;
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
