import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Spend } from '@flow/core/figures';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostileText, modelOf } from '../../test/report-model.js';
import { pairsIn, targetOf } from './collector.js';
import { csvOf } from './csv.js';
import { exportBody } from './otlp.js';
import { figureRows } from './rows.js';
import { sendExport } from './send.js';
import { appendSummary, summaryFile } from './summary.js';

/* How figures are handed on: as a table, as a job's summary, to a collector. No process is started. */

const folder = mkdtempSync(path.join(tmpdir(), 'flow-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const model = modelOf('plain');
const TOLD = { run: 'r1', branch: 'feature/login', workflow: 'tdd' };

/** A reader of CSV as RFC 4180 has it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  for (const line of csv.match(/(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/g) ?? [])
    rows.push(
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  return rows;
}

describe('CSV', () => {
  test('has a number a line, each of eight columns, and what is not known has no value', () => {
    const [head, ...rows] = cellsOf(csvOf(TOLD, figureRows(model.figures, model.phases)));
    expect(head).toEqual(['run', 'branch', 'workflow', 'figure', 'of', 'value', 'is', 'unit']);
    const row = (figure: string) => rows.find((one) => one[3] === figure)?.slice(4);
    expect(row('cost.money')).toEqual(['', '2', 'at-least', 'USD']);
    expect(row('caught.money')).toEqual(['judge: plain', '', 'unknown', 'USD']);
    expect(row('cost.per_merged_pull_request')).toEqual(['', '', 'none', 'USD']);
    expect(new Set(rows.map((one) => one.length))).toEqual(new Set([8]));
  });

  test('whatever the names say, it has the same lines and columns, and computes nothing', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const { figures, phases } = modelOf(text);
        const rows = figureRows(figures, phases);
        const read = cellsOf(csvOf({ ...TOLD, branch: text }, rows));
        expect(read).toHaveLength(rows.length + 1);
        expect(read.filter((cells) => cells.length !== 8 || cells.some((cell) => /^\s*[=+@]/.test(cell)))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the summary of a GitHub job', () => {
  const file = path.join(folder, 'summary.md');
  const environment = { GITHUB_STEP_SUMMARY: file };

  test('is appended to what others wrote', () => {
    writeFileSync(file, '# Tests\n\n');
    expect(appendSummary(model, summaryFile(environment, 'flow'), 'flow')).toBe(file);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^# Tests\n\n## What the run on plain cost\n\nplain\n\n\| Figure \| What it is \|/);
    expect(text).toContain('| cost | at least \\$2.00');
    expect(text).toContain('| judge `plain` | 1 | 1 | unknown |');
  });

  test.each([
    ['outside of a job', {}, 'SUMMARY_MISSING'],
    ['where it is full', { GITHUB_STEP_SUMMARY: path.join(folder, 'full.md') }, 'SUMMARY_FULL'],
    ['where it cannot be written', { GITHUB_STEP_SUMMARY: path.join(folder, 'no/such/file') }, 'FILE_UNWRITABLE'],
  ])('%s nothing is written, and that is said', (_where, where, code) => {
    writeFileSync(path.join(folder, 'full.md'), 'x'.repeat(1024 * 1024));
    expect(() => appendSummary(model, summaryFile(where, 'flow'), 'flow')).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code }) }),
    );
    expect(readFileSync(path.join(folder, 'full.md'), 'utf8')).toHaveLength(1024 * 1024);
  });
});

const kinds = { input: 10, output: 5, cacheRead: 900, cacheWrite: 85 };
const spend = (fields: Partial<Spend> = {}): Spend => ({
  ...{ of: 'driven', session: 's', since: 1000, time: 4000, item: 'A', role: 'work', client: 'claude-code' },
  ...{ model: 'claude-opus-5-5', calls: 3, kinds, tokens: 1000, money: 0.25, result: 'led-on', why: null, ...fields },
});
const body = (spends: readonly Spend[] = [spend()], resource = {}) =>
  exportBody({
    ...{ ...TOLD, started: 1_700_000_000_000, now: 1_700_000_060_000, version: '1.2.3', resource },
    ...{ spends, rows: figureRows(model.figures, model.phases) },
  });
type Metric = ReturnType<typeof body>['resourceMetrics'][number]['scopeMetrics'][number]['metrics'][number];
const metric = (exported: ReturnType<typeof body>, name: string): Metric | undefined =>
  exported.resourceMetrics[0]!.scopeMetrics[0]!.metrics.find((one) => one.name === name);
const plain = (attributes: readonly { key: string; value: { stringValue: string } }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

describe('the body of an export', () => {
  test('names run and workflow in its resource, and keeps what the person says of it', () => {
    const { resource } = body([], { 'service.name': 'shop', team: 'a' }).resourceMetrics[0]!;
    expect(plain(resource.attributes)).toEqual({
      ...{ 'service.name': 'shop', 'service.version': '1.2.3', team: 'a' },
      ...{ 'flow.run': 'r1', 'flow.workflow': 'tdd', 'vcs.ref.head.name': 'feature/login' },
    });
  });

  test('has the names of the conventions for generative AI, with item and task', () => {
    const tokens = metric(body(), 'gen_ai.client.token.usage');
    expect(tokens).toMatchObject({ unit: '{token}', histogram: { aggregationTemporality: 2 } });
    const points = tokens && 'histogram' in tokens ? tokens.histogram.dataPoints : [];
    expect(points.map(({ attributes, count, sum }) => [plain(attributes)['gen_ai.token.type'], count, sum])).toEqual([
      ['input', '1', 995],
      ['output', '1', 5],
    ]);
    expect(plain(points[0]!.attributes)).toMatchObject({
      ...{ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': 'anthropic' },
      ...{ 'gen_ai.request.model': 'claude-opus-5-5', 'flow.item': 'A', 'flow.task': 'work' },
    });
    // 995 lies between 256 and 1024, and each value in one bucket.
    expect(points[0]!.bucketCounts.map(Number)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(points[0]!.explicitBounds).toHaveLength(14);
    expect(points[0]).toMatchObject({ startTimeUnixNano: '1700000000000000000', timeUnixNano: '1700000060000000000' });
    expect(metric(body(), 'gen_ai.client.operation.duration')).toMatchObject({ unit: 's' });
  });

  test("has the client's own names for its own sessions alone", () => {
    const own = metric(body(), 'claude_code.cost.usage');
    expect(own).toMatchObject({ unit: 'USD', sum: { isMonotonic: true, dataPoints: [{ asDouble: 0.25 }] } });
    const types = metric(body(), 'claude_code.token.usage');
    const points = types && 'sum' in types ? types.sum.dataPoints : [];
    expect(points.map(({ attributes, asDouble }) => [plain(attributes).type, asDouble])).toEqual([
      ['input', 10],
      ['output', 5],
      ['cacheRead', 900],
      ['cacheCreation', 85],
    ]);
    expect(metric(body([spend({ client: 'codex' })]), 'claude_code.cost.usage')).toBeUndefined();
    expect(metric(body([spend({ of: 'request', client: null })]), 'claude_code.session.count')).toBeUndefined();
  });

  test('what is not known is no point', () => {
    expect(metric(body([spend({ money: null, kinds: null })]), 'claude_code.cost.usage')).toBeUndefined();
    expect(metric(body(), 'flow.cost.per_merged_pull_request')).toBeUndefined();
    const known = metric(body(), 'flow.cost.money');
    const [point] = known && 'gauge' in known ? known.gauge.dataPoints : [];
    expect([plain(point!.attributes), point!.asDouble]).toEqual([{ 'flow.is': 'at-least' }, 2]);
  });
});

describe('where an export goes', () => {
  const at = (typed: string | true, environment: NodeJS.ProcessEnv = {}) => {
    const target = targetOf(typed, { directory: '/here', environment, program: 'flow' });
    return 'file' in target ? target.file : target.url.href;
  };
  const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/otel/' };

  test.each<[string | true, NodeJS.ProcessEnv, string]>([
    ['http://localhost:4318', {}, 'http://localhost:4318/v1/metrics'],
    ['https://c.test/otel/', {}, 'https://c.test/otel/v1/metrics'],
    ['http://c.test/v1/metrics', {}, 'http://c.test/v1/metrics'],
    [true, BASE, 'http://c:4318/otel/v1/metrics'],
    [true, { ...BASE, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://m/own' }, 'http://m/own'],
    ['out/metrics.json', {}, path.resolve('/here/out/metrics.json')],
  ])('%s %j', (typed, environment, place) => expect(at(typed, environment)).toBe(place));

  test.each<[string | true, string]>([
    [true, 'COLLECTOR_MISSING'],
    ['ftp://c.test', 'USAGE'],
    ['http://', 'USAGE'],
  ])('%s is refused: %s', (typed, code) =>
    expect(() => at(typed)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code }) })),
  );

  test('pairs of a variable are read as the protocol writes them', () => {
    expect(pairsIn('api-key=a%20b, team = x ,broken,=y,odd=%zz')).toEqual({ 'api-key': 'a b', team: 'x', odd: '%zz' });
  });
});

describe('a collector on loopback', () => {
  let server: Server;
  let answers: { status: number; body?: string; headers?: Record<string, string> }[];
  let got: { path: string; headers: IncomingHttpHeaders; text: string }[];
  let waited: number[];
  const sending = {
    environment: {},
    program: 'flow',
    wait: async (milliseconds: number) => void waited.push(milliseconds),
  };
  const send = (environment: NodeJS.ProcessEnv = {}) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return sendExport(targetOf(address, { directory: folder, environment, program: 'flow' }), body(), sending);
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += part));
      request.on('end', () => {
        got.push({ path: request.url ?? '', headers: request.headers, text });
        const { status, body: said = '{}', headers = {} } = answers.shift() ?? { status: 200 };
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(said);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    [answers, got, waited] = [[], [], []];
  });

  test('gets the body as JSON, with the headers of the person', async () => {
    await expect(send({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x' })).resolves.toMatch(/\/v1\/metrics$/);
    expect(got).toMatchObject([
      { path: '/v1/metrics', headers: { 'content-type': 'application/json', authorization: 'Bearer x' } },
    ]);
    expect(JSON.parse(got[0]!.text)).toEqual(body());
  });

  test('is asked again where that may help, as late as it says', async () => {
    answers = [{ status: 503 }, { status: 429, headers: { 'retry-after': '2' } }];
    await send();
    expect([got.length, waited]).toEqual([3, [500, 2000]]);
  });

  test.each<[what: string, answers: typeof answers, times: number]>([
    ['what it refuses is not sent again', [{ status: 400 }], 1],
    ['what it is too busy for is given up', [{ status: 503 }, { status: 503 }, { status: 503 }], 3],
    ['points that it rejects are told', [{ status: 200, body: '{"partialSuccess":{"rejectedDataPoints":"2"}}' }], 1],
    ['it leads nowhere else', [{ status: 307, headers: { location: '/elsewhere' } }], 1],
  ])('%s', async (_what, given, times) => {
    answers = [...given];
    await expect(send()).rejects.toMatchObject({ problem: { code: 'COLLECTOR_REFUSED' } });
    expect(got).toHaveLength(times);
  });

  test('one that does not answer is told, without what stands in its address', async () => {
    const target = targetOf('http://user:secret@127.0.0.1:1', { directory: folder, environment: {}, program: 'flow' });
    const error = await sendExport(target, body(), sending).catch((one: Error) => one);
    expect(error).toMatchObject({ problem: { code: 'COLLECTOR_UNREACHABLE' } });
    expect(String((error as Error).message)).not.toContain('secret');
  });

  test('a file gets the same as a line', async () => {
    const file = path.join(folder, 'deep/metrics.json');
    await sendExport({ file }, body(), sending);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(body());
  });
});
