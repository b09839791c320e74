import type { Ending, PastCall } from '@flow/clients/past';
import { clean } from '@flow/engine/text/clean';
import { formatFinding } from '@flow/engine/words/finding-words';
import { canonical, sha256 } from '@flow/evidence';
import type { Verdict } from './judge.js';
import { type Sign, scoreOf, signsOf, signsOfEnd } from './rank.js';

/** A call that would have been refused, with all that were the same. */
export interface Refused {
  score: number;
  signs: Sign[];
  count: number;
  tool: string;
  /** The call in a line, cleaned and bounded. */
  what: string;
  codes: string[];
  findings: { code: string; text: string; monitored: boolean }[];
  /** The session in which the call was made first. */
  session: string;
  file: string;
  line: number;
}

/** Pushes that would have needed evidence of then. */
export interface NeedsEvidence {
  count: number;
  samples: { what: string; session: string; file: string; line: number }[];
}

/** The most different refusals that are kept; more are only counted. */
const MAX_KEPT = 5000;
const MAX_SAMPLES = 20;

interface Kept extends Omit<Refused, 'score'> {
  own: Sign[];
  best: Sign[];
}

/** A call whose end is still to come. */
interface Open {
  kept: Kept;
  ending: Ending | null;
  wentOn: boolean;
}

/** Gathers what would have been refused. Calls of one transcript come in its order. */
export class Gathering {
  readonly needsEvidence: NeedsEvidence = { count: 0, samples: [] };
  refusals = 0;
  beyond = 0;
  private readonly groups = new Map<string, Kept>();
  private open = new Map<string, Open>();

  add(past: PastCall, verdict: Verdict): void {
    const at = { session: past.session, file: past.file, line: past.line };
    if (verdict.publishes && verdict.refused.length === 0) {
      this.needsEvidence.count += 1;
      const { samples } = this.needsEvidence;
      if (samples.length < MAX_SAMPLES) samples.push({ what: describe(past), ...at });
    }
    if (verdict.refused.length === 0) return;
    this.refusals += 1;
    const kept = this.groupOf(past, verdict);
    if (!kept) {
      this.beyond += 1;
      return;
    }
    kept.count += 1;
    this.open.set(past.id, { kept, ending: null, wentOn: false });
  }

  /** The session made another call. */
  goOn(): void {
    for (const one of this.open.values()) if (one.ending !== null) one.wentOn = true;
    this.settle((one) => one.wentOn);
  }

  end(id: string, ending: Ending): void {
    const one = this.open.get(id);
    if (one) one.ending = ending;
  }

  /** A transcript is over. */
  close(): void {
    this.settle(() => true);
  }

  /** Likely false alarms first. */
  get refused(): Refused[] {
    const all = [...this.groups.values()].map(({ own, best, ...kept }) => {
      const signs: Sign[] = [...best, ...own, ...(kept.count >= 3 ? (['repeated'] as const) : [])];
      return { ...kept, signs, score: scoreOf(signs) };
    });
    return all.sort((a, b) => b.score - a.score || b.count - a.count);
  }

  /** Settles several equal calls: the call that went best counts. */
  private settle(which: (one: Open) => boolean): void {
    for (const [id, one] of this.open) {
      if (!which(one)) continue;
      this.open.delete(id);
      const signs = signsOfEnd(one.ending, one.wentOn);
      const first = one.kept.best.length === 0;
      if (first || scoreOf(signs) > scoreOf(one.kept.best)) one.kept.best = signs;
    }
  }

  private groupOf(past: PastCall, verdict: Verdict): Kept | null {
    const codes = [...new Set(verdict.refused.map(({ finding }) => finding.code))];
    const { description: _, ...input } = past.input;
    const key = sha256(canonical([past.tool, input, codes]));
    const known = this.groups.get(key);
    if (known) return known;
    if (this.groups.size >= MAX_KEPT) return null;
    const kept: Kept = {
      signs: [],
      own: signsOf(past, verdict),
      best: [],
      count: 0,
      tool: past.tool,
      what: describe(past),
      codes,
      session: past.session,
      file: past.file,
      line: past.line,
      findings: verdict.refused.slice(0, 5).map(({ finding, answer }) => ({
        code: finding.code,
        text: formatFinding(finding, Date.now()),
        monitored: answer === 'monitor',
      })),
    };
    this.groups.set(key, kept);
    return kept;
  }
}

/** Returns the call in one line: a command, or the files that it is about. */
function describe({ tool, input }: PastCall): string {
  const edits = Array.isArray(input.edits) ? (input.edits as { file_path?: unknown }[]) : [];
  const files = edits.map((edit) => edit?.file_path).filter((file) => typeof file === 'string');
  const named = [input.command, input.file_path, input.notebook_path, input.path, files.join(', ')].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return `${clean(tool, 60)} ${clean(typeof named === 'string' ? named : JSON.stringify(input), 200)}`;
}
