import { RESOURCE_ITEM, RESOURCE_RUN, RESOURCE_TASK, type Spend } from '@flow/core/figures';
import { attributesOf, Groups, type Metric, type NumberPoint, pointOf, type Recorded } from './otlp-points.js';
import type { FigureRow } from './rows.js';

/** An export body is one export of metrics, as the protocol of OpenTelemetry has it in JSON. */
export interface ExportBody {
  resourceMetrics: {
    resource: { attributes: ReturnType<typeof attributesOf> };
    scopeMetrics: { scope: { name: string; version: string }; metrics: Metric[] }[];
  }[];
}

/** All that an export is made of. */
export interface Exported extends Recorded {
  run: string;
  workflow: string;
  branch: string;
  spends: readonly Spend[];
  rows: readonly FigureRow[];
  version: string;
  /** What the person's environment says of the resource, by name. */
  resource: Readonly<Record<string, string>>;
}

/** Makes the body: figures as gauges, what was used by the names of the conventions for generative AI and by the client's own. */
export function exportBody(exported: Exported): ExportBody {
  const { run, workflow, branch, version, resource } = exported;
  const attributes = {
    'service.name': 'flow',
    'service.version': version,
    ...resource,
    [RESOURCE_RUN]: run,
    'flow.workflow': workflow,
    'vcs.ref.head.name': branch,
  };
  const metrics = [...figureMetrics(exported), ...genAiMetrics(exported), ...clientMetrics(exported)];
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(attributes) },
        scopeMetrics: [{ scope: { name: '@flow/cli', version }, metrics }],
      },
    ],
  };
}

/** What is not known is no point: a collector would take any number for one. */
function figureMetrics(exported: Exported): Metric[] {
  const metrics = new Map<string, Metric & { gauge: { dataPoints: NumberPoint[] } }>();
  for (const { figure, of, amount, unit } of exported.rows) {
    if (amount.value === null) continue;
    const name = `flow.${figure}`;
    const metric = metrics.get(name) ?? { name, description: '', unit, gauge: { dataPoints: [] } };
    metrics.set(name, metric);
    const named = { 'flow.is': amount.is, ...(of !== '' && { 'flow.of': of }) };
    metric.gauge.dataPoints.push({ ...pointOf(exported, named), asDouble: amount.value });
  }
  return [...metrics.values()];
}

/** Bounds that the conventions advise, for tokens and for seconds. */
const TOKEN_BOUNDS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864];
const SECOND_BOUNDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

function genAiMetrics(exported: Exported): Metric[] {
  const tokens = new Groups();
  const seconds = new Groups();
  for (const spend of exported.spends) {
    const about = { 'gen_ai.operation.name': spend.of === 'request' ? 'chat' : 'invoke_agent', ...namesOf(spend) };
    const { kinds } = spend;
    if (kinds !== null) {
      const input = kinds.input + kinds.cacheRead + kinds.cacheWrite;
      tokens.add({ ...about, 'gen_ai.token.type': 'input' }, input);
      tokens.add({ ...about, 'gen_ai.token.type': 'output' }, kinds.output);
    }
    // A request tells when it was answered, and not how long that took.
    if (spend.of !== 'request') seconds.add(about, (spend.time - spend.since) / 1000);
  }
  return [
    ...tokens.histogram(exported, {
      ...{ name: 'gen_ai.client.token.usage', description: 'Tokens of one operation', unit: '{token}' },
      bounds: TOKEN_BOUNDS,
    }),
    ...seconds.histogram(exported, {
      ...{ name: 'gen_ai.client.operation.duration', description: 'Duration of one operation', unit: 's' },
      bounds: SECOND_BOUNDS,
    }),
  ];
}

/** The client's own names, for the sessions of that client alone. */
function clientMetrics(exported: Exported): Metric[] {
  const [cost, tokens, sessions] = [new Groups(), new Groups(), new Groups()];
  for (const spend of exported.spends) {
    if (spend.of !== 'driven' || spend.client !== 'claude-code') continue;
    const about = { ...itemOf(spend), ...(spend.model !== null && { model: spend.model }) };
    sessions.add(about, 1);
    if (spend.money !== null) cost.add(about, spend.money);
    for (const [kind, type] of TYPES) if (spend.kinds !== null) tokens.add({ ...about, type }, spend.kinds[kind]);
  }
  return [
    ...sessions.sum(exported, { name: 'claude_code.session.count', description: 'Count of sessions', unit: '' }),
    ...cost.sum(exported, { name: 'claude_code.cost.usage', description: 'Cost of the sessions', unit: 'USD' }),
    ...tokens.sum(exported, { name: 'claude_code.token.usage', description: 'Number of tokens used', unit: 'tokens' }),
  ];
}

const TYPES = [
  ['input', 'input'],
  ['output', 'output'],
  ['cacheRead', 'cacheRead'],
  ['cacheWrite', 'cacheCreation'],
] as const;

/** The providers of clients; of another client nobody says whose models it asks. */
const PROVIDERS: Readonly<Record<string, string>> = { 'claude-code': 'anthropic', codex: 'openai' };

function namesOf(spend: Spend): Record<string, string> {
  const { model, client, of, role } = spend;
  const provider = PROVIDERS[client ?? ''] ?? (model?.startsWith('claude') ? 'anthropic' : undefined);
  return {
    ...(provider !== undefined && { 'gen_ai.provider.name': provider }),
    ...(model !== null && { 'gen_ai.request.model': model }),
    ...(of === 'agent' && { 'gen_ai.agent.name': role }),
    ...itemOf(spend),
  };
}

const itemOf = ({ item, of, role }: Spend): Record<string, string> => ({
  ...(item !== null && { [RESOURCE_ITEM]: item }),
  ...(of === 'driven' && { [RESOURCE_TASK]: role }),
});
