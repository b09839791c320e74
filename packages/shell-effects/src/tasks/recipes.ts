/** A recipe line is a line of a recipe. */
export interface RecipeLine {
  readonly target: string;
  readonly code: string;
  /** `-command` in make: its failure does not end the run. */
  readonly ignoresFailure: boolean;
  /** `+command` in make, and one that calls make itself: a dry run runs it, too. */
  readonly isAlways?: boolean;
  /** Shell that the line is handed to, in the place of the recipe's. */
  readonly shell?: readonly string[] | undefined;
}

interface Beside {
  /** Code that runs while the file is read. */
  readonly startup?: readonly string[];
  readonly exports?: ReadonlyMap<string, string> | undefined;
  /** What lines are handed to, where that is no shell: a program with its options. */
  readonly shell?: readonly string[] | undefined;
}

export type Recipe = Beside &
  ({ readonly ok: true; readonly lines: readonly RecipeLine[] } | { readonly ok: false; readonly reason: string });

export interface Rule {
  readonly needs: readonly string[];
  readonly lines: readonly string[];
  /** What runs after the rule's own lines. */
  readonly after?: readonly string[];
}

/** A recipe host tells what a reader of target files may look at. */
export interface RecipeHost {
  /** A file beside the one that is read; a name may hold `*`. */
  read(name: string): string | undefined;
  /** The names that a pattern of the shell finds; undefined when nobody knows. */
  list(pattern: string): readonly string[] | undefined;
  /** A variable of the environment; undefined when it is not known. */
  variable(name: string): string | undefined;
}

const MAX_TARGETS = 256;

/**
 * Returns the lines of the wanted targets, what they need first. `find` gives a target's rule, `expand` the text of a
 * line.
 */
export function follow(
  wanted: readonly string[],
  find: (target: string) => Rule | undefined,
  expand: (line: string, target: string) => string,
  isOneShell = false,
): Recipe {
  const lines: RecipeLine[] = [];
  const seen = new Set<string>();
  const missing: string[] = [];
  const visit = (target: string, isNeeded: boolean): void => {
    if (seen.has(target) || seen.size > MAX_TARGETS) return;
    seen.add(target);
    const rule = find(target);
    if (rule === undefined) {
      if (!isNeeded) missing.push(target);
      return;
    }
    for (const need of rule.needs) visit(need, true);
    const code = rule.lines.map((line) => {
      const own = /^[@+-]*/.exec(line)?.[0] ?? '';
      const text = expand(line.slice(own.length), target).replace(/\n[ \t]*[@+-]+/g, '\n');
      // A line that was a variable brings its own marks.
      const marks = /^\s*[@+-]+(?=\s*\w)/.exec(text)?.[0] ?? '';
      const all = own + marks;
      const isAlways = all.includes('+') || /\$[({]MAKE[)}]/.test(line);
      return { target, code: text.slice(marks.length), ignoresFailure: all.includes('-'), isAlways };
    });
    if (isOneShell) lines.push({ target, code: code.map((line) => line.code).join('\n'), ignoresFailure: false });
    else lines.push(...code.filter((line) => line.code.trim() !== ''));
    for (const next of rule.after ?? []) visit(next, true);
  };
  for (const target of wanted) visit(target, false);
  return missing.length > 0 || wanted.length === 0
    ? { ok: false, reason: `no plain rule for ${missing[0] ?? 'a default target'}` }
    : { ok: true, lines };
}

/** Lists words parted by blanks. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
