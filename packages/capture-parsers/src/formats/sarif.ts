import type { Issue } from '../report.js';
import { asNumber, asObject, asObjects, asText, type Json } from './json-text.js';

/** A SARIF run tells what one tool of a SARIF document found. */
export interface SarifRun {
  readonly tool: string;
  readonly version?: string;
  readonly issues: readonly Issue[];
  /** What went wrong beside the findings, in the tool's words. */
  readonly troubles: readonly string[];
  /** What the tool says of itself; undefined when it says nothing. */
  readonly succeeded: boolean | undefined;
}

/**
 * Returns the runs of a SARIF 2.1.0 document; undefined for any other. A result's severity is its own level, or else
 * that of its rule (https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html, 3.27.10). Results that the
 * tool was told to suppress, and those that are not of kind `fail`, are none.
 */
export function readSarif(document: unknown): SarifRun[] | undefined {
  const { runs, version } = asObject(document);
  if (!Array.isArray(runs) || (version !== undefined && typeof version !== 'string')) return undefined;
  const all = asObjects(runs);
  return all.every((run) => asObject(run.tool).driver !== undefined) ? all.map(readRun) : undefined;
}

function readRun(run: Json): SarifRun {
  const tool = asObject(run.tool);
  const driver = asObject(tool.driver);
  const levels = new Map<string, string>();
  const rules = [driver, ...asObjects(tool.extensions)].flatMap(({ rules }) => asObjects(rules));
  for (const rule of rules) {
    const level = asText(asObject(rule.defaultConfiguration).level);
    if (level) levels.set(asText(rule.id) ?? '', level);
  }
  const invocations = asObjects(run.invocations);
  const said = invocations.map(({ executionSuccessful }) => executionSuccessful);
  const notes = invocations.flatMap((entry) => [
    ...asObjects(entry.toolExecutionNotifications),
    ...asObjects(entry.toolConfigurationNotifications),
  ]);
  const version = asText(driver.semanticVersion) ?? asText(driver.version);
  return {
    tool: asText(driver.name) ?? '',
    ...(version === undefined ? {} : { version }),
    issues: asObjects(run.results)
      .filter(isFinding)
      .map((result) => readResult(result, levels)),
    troubles: notes
      .filter(({ level }) => level === 'error' || level === 'warning')
      .map(({ message }) => asText(asObject(message).text) ?? ''),
    succeeded: said.length ? said.every((word) => word !== false) : undefined,
  };
}

function isFinding({ kind, suppressions }: Json): boolean {
  const accepted = asObjects(suppressions).some(({ status }) => status === undefined || status === 'accepted');
  return !accepted && (kind === undefined || kind === 'fail' || kind === 'open' || kind === 'review');
}

function readResult(result: Json, levels: ReadonlyMap<string, string>): Issue {
  const physical = asObject(asObject(asObjects(result.locations)[0]).physicalLocation);
  const region = asObject(physical.region);
  const file = fileOf(asText(asObject(physical.artifactLocation).uri));
  const rule = asText(result.ruleId) ?? asText(asObject(result.rule).id);
  const numbers = {
    line: asNumber(region.startLine),
    column: asNumber(region.startColumn),
    endLine: asNumber(region.endLine),
    endColumn: asNumber(region.endColumn),
  };
  const { text, markdown } = asObject(result.message);
  return {
    ...(file === undefined ? {} : { file }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    ...(rule === undefined ? {} : { rule }),
    severity: SEVERITIES[asText(result.level) ?? levels.get(rule ?? '') ?? 'warning'] ?? 'warning',
    message: asText(text) ?? asText(markdown) ?? '',
  };
}

const SEVERITIES: Record<string, Issue['severity']> = {
  error: 'error',
  warning: 'warning',
  note: 'info',
  none: 'info',
};

/** Returns a URI as a path: percent codes decoded where they are right. */
function fileOf(uri: string | undefined): string | undefined {
  if (!uri?.includes('%')) return uri;
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
