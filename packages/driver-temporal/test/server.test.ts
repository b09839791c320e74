import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Coordinator, CoordinatorUnknown } from '@flow/driver';
import { coordinatorContract } from '@flow/driver/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporalCoordinator } from '../src/index.js';
import { workflowOf } from '../src/line.js';
import { replayed } from './replay.js';
import { TEMPORAL, TemporalServer } from './server.js';

/* The coordinator on Temporal's real development server, with the built worker, over real git remotes. */

const INDEX = fileURLToPath(new URL('../dist/index.js', import.meta.url));

const SHOWN = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;

if (TEMPORAL === null)
  test.skip('the contract on a real Temporal server: the program `temporal` is not here', () => {});
else
  describe('a real Temporal server', { timeout: 120_000 }, () => {
    const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-temporal-')));
    let server: TemporalServer;
    beforeAll(async () => {
      server = await TemporalServer.start();
    }, 120_000);
    afterAll(async () => {
      await server.close();
      rmSync(area, { recursive: true, force: true, maxRetries: 3 });
    });

    let count = 0;
    const git = (cwd: string, ...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim();
    const made = (name: string, ...words: string[]) => {
      const folder = path.join(area, `${++count}-${name}`);
      git(area, 'init', '--quiet', ...words, folder);
      return folder;
    };

    /** Machines that share a remote and the server, in which nothing has happened to their runs. */
    function world(most = 3) {
      const remote = made('remote.git', '--bare');
      const prefix = `w${++count}-`;
      const open = (machine: string): Coordinator => {
        const folder = made(machine);
        const connection = { address: server.address };
        const one = temporalCoordinator({ folder, remote, machine, connection, most, patience: 4000 });
        // Worlds share the server, so each has runs of its own.
        const name = (run: string) => prefix + run;
        const named = {
          claim: (run, worker, wanted) => one.claim(name(run), worker, wanted),
          hold: (run, hold) => one.hold(name(run), hold),
          signal: (run, signal) => one.signal(name(run), signal),
          append: (run, events) => one.append(name(run), events),
          read: (run, after) => one.read(name(run), after),
        } satisfies Partial<Coordinator>;
        return { ...one, ...named };
      };
      return {
        open,
        workflow: (run: string) => workflowOf(prefix + run),
        forget: async () => {
          await server.kill();
          await server.serve();
        },
      };
    }

    test.each(coordinatorContract(() => world()))('$name', ({ run }) => run());

    const RUN = 'run';
    const wanted = (item: string) => ({ item, base: null, time: 60_000 });

    test('R35 of eight clones one has each item, through histories that end all the time; these are short, the same when played again, and hold no words', async () => {
      const { open, workflow } = world(5);
      const all = Array.from({ length: 8 }, (_, at) => ({ name: `m${at}`, one: open(`m${at}`) }));
      for (let round = 0; round < 4; round += 1) {
        const claims = await Promise.all(
          all.map(({ name, one }) => one.claim(RUN, { id: `${name}-${round}`, machine: name }, wanted(`i${round}`))),
        );
        const won = claims.flatMap((claim) => (claim.kind === 'lease' ? [claim.lease] : []));
        expect(won).toHaveLength(1);
        const taken = claims.flatMap((claim) => (claim.kind === 'taken' ? [claim.by] : []));
        expect(taken).toEqual(Array(7).fill(won[0]!.id));
        const { one } = all.find(({ name }) => name === won[0]!.machine)!;
        const why = 'const password = "hunter2"';
        expect(await one.renew(won[0]!, 60_000)).toMatchObject({ token: 1 });
        expect(await one.settle(won[0]!, { how: 'failed', commit: 'c0ffee', why })).toBe('taken');
        await one.append(RUN, [{ type: 'said', text: why }]);
        await one.signal(RUN, { about: 'changed', item: `i${round}` });
      }
      const { entries } = await all[0]!.one.read(RUN, null);
      expect(entries.filter(({ what }) => what.kind === 'settled')).toHaveLength(4);
      expect(entries.filter(({ what }) => what.kind === 'signal')).toHaveLength(4);

      // 32 claims, and 4 renewals, ends and signals, of which about five fit into a history; each names the next.
      const show = (...words: string[]) =>
        execFileSync(TEMPORAL!, [...words, '--workflow-id', workflow(RUN), '--address', server.address], SHOWN);
      const asked = show('workflow', 'query', '--name', 'heard', '--input', '0', '--output', 'json');
      const files: string[] = [];
      let told = '';
      for (let id: string = JSON.parse(asked).queryResult[0].epoch; id !== ''; ) {
        const raw = show('workflow', 'show', '--run-id', id, '--output', 'json', '--no-json-shorthand-payloads');
        const { events } = JSON.parse(raw) as { events: Record<string, { newExecutionRunId?: string }>[] };
        expect(events.length).toBeLessThan(120);
        told += raw.replaceAll(/"data": *"([\w+/=]+)"/g, (_, data: string) =>
          Buffer.from(data, 'base64').toString('utf8'),
        );
        const file = path.join(area, `history-${files.length}.json`);
        writeFileSync(file, raw);
        files.push(file);
        id = events.at(-1)!.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? '';
      }
      expect(files.length).toBeGreaterThanOrEqual(4);
      expect(told).toContain('c0ffee');
      expect(told).not.toContain('hunter2');
      expect(replayed(...files)).toBe(`${files.length} histories were the same again\n`);
    });

    test('R50 R82 a server that is gone, and a worker that is gone, begin nothing; with a new server the run goes on', async () => {
      const { open } = world();
      const [a, b] = [open('a'), open('b')];
      const claim = await a.claim(RUN, { id: 'wa', machine: 'a' }, wanted('A'));
      if (claim.kind !== 'lease') throw new Error(claim.kind);
      await server.stopWorker();
      await expect(b.claim(RUN, { id: 'wb', machine: 'b' }, wanted('B'))).rejects.toThrow(
        /no answer within 4 s: does flow-temporal-worker run\?/,
      );
      await server.kill();
      await expect(b.claim(RUN, { id: 'wc', machine: 'b' }, wanted('B'))).rejects.toThrow(CoordinatorUnknown);
      await a.append(RUN, [{ said: 'without it' }]);
      expect((await b.read(RUN, null)).entries).toHaveLength(1);
      await server.serve();
      await server.work();
      expect(await a.settle(claim.lease, { how: 'done', commit: null, why: '' })).toBe('taken');
      expect(await b.claim(RUN, { id: 'wd', machine: 'b' }, wanted('A'))).toMatchObject({ lease: { token: 2 } });
    });

    test('the example of the README says what it prints, and ends', () => {
      const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
      const example = /^```js\n([\s\S]*?)^```$/m.exec(text)![1]!;
      const file = path.join(area, 'example.mjs');
      writeFileSync(file, example.replace("'@flow/driver-temporal'", JSON.stringify(INDEX)));
      const env = { ...process.env, TEMPORAL_ADDRESS: server.address };
      const printed = execFileSync(process.execPath, [file], { cwd: area, env, encoding: 'utf8', timeout: 60_000 });
      expect(printed.trim().split('\n')).toEqual([...example.matchAll(/^\/\/ (.+)$/gm)].map(([, line]) => line));
    });
  });
