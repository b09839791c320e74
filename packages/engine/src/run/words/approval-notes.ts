import type { Standing } from '../status.js';
import { openWords } from './open-words.js';
import { openLine, phaseLine } from './status-text.js';

const MOST = 12;

/**
 * Where the run stands, for who approves one of its gates: what they are asked for may not be due yet, and what is told of the
 * work belongs before their eyes.
 */
export function approvalNotes({ status }: Standing, gate: string): string[] {
  if (!Object.hasOwn(status.gates, gate)) return [];
  const open = status.open.filter(({ finding }) => finding.code !== 'APPROVAL_MISSING' || finding.args.gate !== gate);
  const lines = [
    ...open.map((one) => `Open: ${openLine(one)}`),
    ...status.warnings.map((one) => `Note: ${one.code}: ${openWords(one)}`),
  ];
  const left = lines.length - MOST;
  return [phaseLine(status), ...lines.slice(0, MOST), ...(left > 0 ? [`… and ${left} more: \`flow status\``] : [])];
}
