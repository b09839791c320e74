import { everyItem } from '@flow/core/items';
import type { Standing } from '../status.js';
import { openWords } from './open-words.js';
import { assumptionLines, openLine, phaseLine } from './status-text.js';

const MOST = 12;

/**
 * Notes about the run for a person who approves one of its gates: the approval may not be due yet, and the state of the
 * work belongs before the person's eyes.
 * @param item the item that is approved, where each is by itself: what is open of the item is told, too
 */
export function approvalNotes({ status }: Standing, gate: string, item?: string): string[] {
  if (item === undefined && !Object.hasOwn(status.gates, gate)) return [];
  const own = everyItem(status.items).find(({ id }) => id === item)?.open ?? [];
  const open = [...own, ...(item === undefined ? status.open : [])].filter(
    ({ finding }) => finding.code !== 'APPROVAL_MISSING' || finding.args.gate !== gate,
  );
  const lines = [
    ...open.map((one) => `Open: ${openLine(one)}`),
    ...status.warnings.map((one) => `Note: ${one.code}: ${openWords(one)}`),
  ];
  const left = lines.length - MOST;
  // Whoever approves takes these on, so all of them are shown (R73).
  const assumed = assumptionLines(status);
  return [
    phaseLine(status),
    ...assumed,
    ...lines.slice(0, MOST),
    ...(left > 0 ? [`… and ${left} more: \`flow status\``] : []),
  ];
}
