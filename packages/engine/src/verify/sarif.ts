import { clean } from '../text/clean.js';

/** A finding as code scanning shows it. */
export interface Scanned {
  code: string;
  level: 'block' | 'warn' | 'note';
  text: string;
  /** Path from the repository's root, with `/`. */
  path?: string | undefined;
  /** The line in that file, counted from 1. */
  line?: number | undefined;
}

const LEVELS = { block: 'error', warn: 'warning', note: 'note' } as const;

/** The file that a finding about no file points to: code scanning of GitHub takes no result without a place, and the rules stand there. */
const RULES_FILE = 'flow.config.yaml';

/** GitHub reads as many results of a run. */
const MOST = 25_000;

/**
 * Returns findings as a document of SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), of one run of one tool.
 * Texts and paths come from repositories: they are cleaned and bounded.
 * @param version the version of the program
 */
export function sarifOf(findings: readonly Scanned[], version: string): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'flow', semanticVersion: version, rules: codes.map((id) => ({ id })) } },
        invocations: [{ executionSuccessful: true }],
        columnKind: 'utf16CodeUnits',
        results: findings.slice(0, MOST).map(resultOf),
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const resultOf = ({ code, level, text, path, line }: Scanned) => ({
  ruleId: code,
  level: LEVELS[level],
  message: { text: clean(text, 4000) || code },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: uriOf(path ?? RULES_FILE), uriBaseId: '%SRCROOT%' },
        ...(path !== undefined && line !== undefined && line > 0 && { region: { startLine: line } }),
      },
    },
  ],
});

/** Returns a path as a relative reference; half a character, of which there is no address, is replaced. */
const uriOf = (path: string) =>
  clean(path, 1000)
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^\/+/, '');
