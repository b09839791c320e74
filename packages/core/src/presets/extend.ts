import type { PathClass } from './path-class.js';
import type { Preset, PresetCommand, PresetConvention, RunnerSpec, Size } from './preset.js';

/**
 * Preset changes tell what a preset that is based on another says itself. A runner with the id of one of the base needs
 * only what differs.
 */
export interface PresetChanges
  extends Partial<Omit<Preset, 'classes' | 'runners' | 'commands' | 'coverage' | 'gates' | 'conventions'>> {
  classes?: Readonly<Partial<Record<PathClass, readonly string[]>>>;
  runners?: readonly (RunnerSpec | RunnerChanges)[];
  commands?: Readonly<Partial<Record<PresetCommand, string>>>;
  coverage?: Readonly<Partial<Record<Size, number>>>;
  gates?: Preset['gates'];
  conventions?: readonly PresetConvention[];
}

/** Runner changes tell what differs in a runner of the base. */
export type RunnerChanges = Partial<Omit<RunnerSpec, 'id' | 'selection' | 'units'>> & {
  id: string;
  selection?: Partial<RunnerSpec['selection']>;
  units?: Partial<RunnerSpec['units']>;
};

/**
 * Returns a preset that is based on another one, whole: nothing is looked up later, so a digest of it covers the base,
 * too. What is given replaces what the base says, with these exceptions. Globs of `classes` come before those of the
 * base. `commands`, `coverage` and `gates` are replaced key by key, `runners` by id and `conventions` by name; what the
 * base has not is added. Within a runner, `selection` and `units` are replaced key by key. To leave something out,
 * write the list: `runners: base.runners.filter(…)` with a spread (`{ ...base, runners }`).
 */
export function extendPreset(base: Preset, changes: PresetChanges): Preset {
  const { classes, runners, commands, coverage, gates, conventions, ...rest } = changes;
  return {
    ...base,
    ...rest,
    classes: mapValues(base.classes, (globs, name) => [...(classes?.[name] ?? []), ...globs]),
    runners: mergedBy(({ id }) => id, base.runners, runners, mergedRunner),
    ...(commands && { commands: { ...base.commands, ...commands } }),
    ...(coverage && { coverage: { ...base.coverage, ...coverage } as NonNullable<Preset['coverage']> }),
    ...(gates && { gates: { ...base.gates, ...gates } }),
    ...(conventions && {
      conventions: mergedBy(
        ({ name }) => name,
        base.conventions ?? [],
        conventions,
        (_, own) => own,
      ),
    }),
  };
}

function mergedRunner(base: RunnerSpec, { selection, units, ...rest }: RunnerSpec | RunnerChanges): RunnerSpec {
  return {
    ...base,
    ...rest,
    selection: { ...base.selection, ...selection },
    units: { ...base.units, ...units },
  };
}

function mapValues<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
  change: (value: Value, key: Key) => Value,
) {
  const entries = Object.entries(record) as [Key, Value][];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)])) as Record<Key, Value>;
}

/** The entries of a list, each merged with the one of another list that has the same name, and those that are only there. */
function mergedBy<Entry, Change>(
  nameOf: (one: Entry | Change) => string,
  base: readonly Entry[],
  changes: readonly Change[] = [],
  merge: (entry: Entry, change: Change) => Entry,
): Entry[] {
  const merged = base.map((entry) => {
    const own = changes.find((change) => nameOf(change) === nameOf(entry));
    return own ? merge(entry, own) : entry;
  });
  const added = changes.filter((change) => !base.some((entry) => nameOf(entry) === nameOf(change)));
  // Whether such an entry is whole, the schema says.
  return [...merged, ...(added as unknown as Entry[])];
}
