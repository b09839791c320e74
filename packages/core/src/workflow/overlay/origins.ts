import { isSame } from '../../is-same.js';
import { checkId, type Phase, type Workflow } from '../model.js';

/** Origins say which layer contributed what (`flow workflow show --resolved`). */
export interface Origins {
  /**
   * Layer by place: `title`, `rules`, `dials.<dial>`, `documents.<name>`, `phases.<path>`, `phases.<path>.exit.<check>`, and
   * single fields (`phases.<path>.edits`, `phases.<path>.exit.<check>.loop`) where they come from another layer than what
   * they belong to.
   */
  layers: Readonly<Record<string, string>>;
  /** What is no longer there, with the layer that took it away. */
  gone: Readonly<Record<string, string>>;
}

/**
 * Tells where everything in `after` comes from: found by comparing, so that it holds however an overlay was written.
 * @param known the origins of `before`; its own id when left out
 */
export function originsOf(before: Workflow, after: Workflow, layer: string, known?: Origins): Origins {
  const base = known ?? { layers: {}, gone: {} };
  const first = `workflow:${before.id}`;
  const [was, now] = [placesOf(before), placesOf(after)];
  const layers: Record<string, string> = {};
  for (const [place, value] of now) {
    const owner = layers[ownerOf(place)];
    const origin = was.has(place) && isSame(was.get(place), value) ? (base.layers[place] ?? owner ?? first) : layer;
    if (origin !== owner) layers[place] = origin;
  }
  const lost = [...was.keys()].filter(
    (place) => !now.has(place) && !(was.has(ownerOf(place)) && !now.has(ownerOf(place))),
  );
  return { layers, gone: { ...base.gone, ...Object.fromEntries(lost.map((place) => [place, layer])) } };
}

/** Tells what a place belongs to: the check of a field, the phase of a check. */
const ownerOf = (place: string) => place.replace(/(?:\.exit)?\.[^.]*$/, '');

/**
 * Lists every place of a workflow with what is compared there; a part that has places of its own is compared in these
 * alone.
 */
function placesOf({ title, rules, dials, documents, phases }: Workflow): Map<string, unknown> {
  const places = new Map<string, unknown>([
    ['title', title],
    ['rules', rules],
  ]);
  for (const [name, dial] of Object.entries(dials)) places.set(`dials.${name}`, dial);
  for (const [name, document] of Object.entries(documents)) places.set(`documents.${name}`, document);
  addPhases(places, phases, '');
  return places;
}

function addPhases(places: Map<string, unknown>, phases: readonly Phase[], parent: string): void {
  for (const phase of phases) {
    const path = `${parent}${phase.id}`;
    const place = `phases.${path}`;
    const { id, exit, each, ...fields } = phase;
    places.set(place, id);
    addFields(places, place, fields);
    const { kind: _kind, phases: _phases, ...walked } = each ?? {};
    addFields(places, place, walked);
    for (const spec of exit) {
      const own = `${place}.exit.${checkId(spec)}`;
      const { id: _id, ...rest } = spec;
      places.set(own, spec.check);
      addFields(places, own, rest);
    }
    if (each) addPhases(places, each.phases, `${path}/`);
  }
}

function addFields(places: Map<string, unknown>, place: string, fields: object): void {
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) places.set(`${place}.${name}`, value);
}
