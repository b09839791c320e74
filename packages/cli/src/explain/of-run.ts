import { commandTyped } from '../as-typed.js';
import type { Answer, Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { ReportModel } from '../report/model.js';
import { readReport } from '../report/read.js';
import { type Why, whyClaim, whyItem } from '../report/why.js';
import { type HereOrEnded, placeOf, seenOrEnded } from '../workflow/here.js';
import type { Standing } from '../workflow/place.js';

type Told = Pick<ReportModel, 'claims' | 'items'>;

/** Lists what a name means in the run: its claims by their ids, as they are written too, and its items. */
const namedIn = (name: string, { claims, items }: Told) => [
  ...claims
    .filter((one) => one.id === name || one.name === name)
    .map(({ id }) => ({ kind: 'claim' as const, name: id })),
  ...items.filter(({ id }) => id === name).map(({ id }) => ({ kind: 'item' as const, name: id })),
];

/**
 * Tells whether a word that somebody asks to be explained names a claim or an item of the run here. A word that starts a
 * program stays a command: `claim:test` asks for a claim of that name.
 * @param words those of `explain`, as they are handed to `flow-hooks`
 */
export async function isOfRun(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { isOnPath } = await hooks();
  const at = words.indexOf('--directory');
  const own = words.filter((word, index) => !word.startsWith('-') && (at < 0 || index !== at + 1));
  const [word = ''] = own.slice(1);
  if (own.length !== 2 || words.includes('--') || !/^[\w][\w./-]{0,80}$/.test(word) || isOnPath(word, environment))
    return false;
  try {
    const { around, room } = await placeOf({ directory: at < 0 ? process.cwd() : (words[at + 1] ?? '.'), environment });
    if (!room.runHere(around.repository, environment)) return false;
    const standing: Standing | null = room.standingOf(around);
    if (!standing) return false;
    const { claims } = standing.facts.present;
    return (
      claims.some((one) => one.id === word || one.written === word) ||
      room.itemsOfRun(standing).some(({ id }) => id === word)
    );
  } catch {
    // What cannot be read says nothing here: the other program says why.
    return false;
  }
}

/** Explains a claim or an item of the run: why its mark in the report is what it is, from which receipts and events. */
export async function explainOfRun(call: Call, word: string): Promise<Answer> {
  const { formOf, readingsOf, asked, unknown, explained, renderExplained, bindingsAbout, contentHere } = await hooks();
  const place: HereOrEnded = await seenOrEnded(call);
  const model = await readReport(place);
  const form = formOf(word);
  const own = namedIn(form?.name ?? word, model).filter(({ kind }) => !form || form.kind === kind);
  const readings = form ? own : [...own, ...readingsOf(word, place.around, call.directory)];
  const [thing] = own;
  if (readings.length > 1) return asked(word, readings);
  if (!thing) return unknown(form ?? { kind: 'claim', name: word }, `${call.program} report`);
  const { says, reasons, next } = whyOf(thing, model);
  const typed = next && { ...next, command: commandTyped(call.program)(next.command) };
  const bindings =
    thing.kind === 'claim' ? bindingsAbout({ claim: thing.name }, place.around, contentHere(place.around)) : [];
  const data = explained(thing, says, [...reasons, ...bindings], typed);
  return { exit: 0, data, text: renderExplained(data) };
}

function whyOf({ kind, name }: { kind: 'claim' | 'item'; name: string }, model: ReportModel): Why {
  return kind === 'claim'
    ? whyClaim(model.claims.find(({ id }) => id === name)!, model)
    : whyItem(model.items.find(({ id }) => id === name)!, model);
}
