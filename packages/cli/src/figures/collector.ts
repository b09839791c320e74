import path from 'node:path';
import { FlowError } from '../commands/command.js';

/** A target says where an export goes to. */
export type Target = { url: URL; headers: Record<string, string> } | { file: string };

/** The path of metrics below the address of a collector. */
const PATH = '/v1/metrics';

/**
 * Finds where an export goes to: what was typed, a file or the address of a collector, else what the environment says to every
 * exporter of OpenTelemetry.
 * @param typed true where nothing was typed
 * @throws FlowError USAGE, COLLECTOR_MISSING
 */
export function targetOf(
  typed: string | true,
  { directory, environment, program }: { directory: string; environment: NodeJS.ProcessEnv; program: string },
): Target {
  const remedy = `${program} metrics --otlp http://localhost:4318`;
  const own = environment.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT;
  const asked = typed === true ? own || environment.OTEL_EXPORTER_OTLP_ENDPOINT : typed;
  if (!asked)
    throw new FlowError(
      'usage',
      'COLLECTOR_MISSING',
      'no collector is named, and OTEL_EXPORTER_OTLP_ENDPOINT is not set.',
      remedy,
    );
  if (typed !== true && !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return { file: path.resolve(directory, typed) };
  const url = URL.canParse(asked) ? new URL(asked) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new FlowError('usage', 'USAGE', 'the address of a collector begins with http:// or https://.', remedy);
  // The variable of this one signal is a whole address; others are those of a collector, which has a path for each signal.
  const isWhole = typed === true ? Boolean(own) : url.pathname.endsWith(PATH);
  if (!isWhole) url.pathname = `${url.pathname.replace(/\/+$/, '')}${PATH}`;
  const said = environment.OTEL_EXPORTER_OTLP_METRICS_HEADERS || environment.OTEL_EXPORTER_OTLP_HEADERS || '';
  return { url, headers: pairsIn(said) };
}

/** Reads `name=value,name=value`, where values are written in percents; what is no pair is left out. */
export function pairsIn(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((one): [string, string][] => {
    const at = one.indexOf('=');
    const name = one.slice(0, Math.max(at, 0)).trim();
    return name === '' ? [] : [[name, decoded(one.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
