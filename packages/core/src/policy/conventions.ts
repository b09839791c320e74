import { matchesAny } from '../paths.js';
import type { Preset } from '../presets/preset.js';
import type { Convention, TextRule } from './convention.js';

/** A convention policy tells what a project's conventions ask of the lines that a change adds (features D44 to D46). */
export interface ConventionPolicy {
  /** Globs of files that are not looked at, besides generated, vendored and test files. */
  skip: string[];
  rules: Convention[];
  /** Presets whose rules are asked for, too, by their ids. */
  presets: 'all' | string[];
  /** Rules of presets that are left out: `go/no-print`. */
  off: string[];
}

/** Tests that may not reach past the documented entry points (feature C30). */
export interface ImportRule {
  files: string[];
  /** Specifiers (`pg`, `@acme/db/*`, `app.internal`) and paths (`src/internal/**`); what lies below is meant, too. */
  forbid: string[];
  allow: string[];
  message: string;
  severity: 'warn' | 'block';
}

/** A second artefact of the project that has to be built anew when its files change (feature D39). */
export interface NamedBuild {
  title: string;
  /** Folder in which the command is typed, `.` for the repository. */
  root: string;
  command: string;
  /** Globs of what it is built from. */
  files: string[];
  /** Globs of what it writes: that they change makes no run stale. */
  outputs: string[];
}

/** The parts of a policy that hold rules for added lines. */
interface ConventionSources {
  conventions: ConventionPolicy;
  presets: readonly Preset[];
}

/**
 * Gathers the rules in force for added lines (features D6, D44): the project's own, and those of presets that it has switched
 * on, as `go/no-print`. A rule of the project takes the place of a preset's of the same name.
 */
export function conventionsOf({ conventions, presets }: ConventionSources): Convention[] {
  const { rules, presets: asked, off } = conventions;
  const taken = new Set([...off, ...rules.map(({ name }) => name)]);
  const given = presets
    .filter(({ id }) => asked === 'all' || asked.includes(id))
    .flatMap(({ id, conventions: own = [] }) => own.map((rule) => ({ ...rule, name: `${id}/${rule.name}` })));
  return [...rules, ...given.filter(({ name }) => !taken.has(name))];
}

/** True when a line breaks a rule that is a text or a pattern. */
export function lineMatcher(how: TextRule): (line: string) => boolean {
  const expression = 'pattern' in how ? new RegExp(how.pattern) : null;
  const holds = (line: string) => ('text' in how ? line.includes(how.text) : expression!.test(line));
  const { unless } = how;
  return (line) => holds(line) && (unless === undefined || !line.includes(unless));
}

/** Tells whether a rule looks at a file of a class. */
export function looksAt(rule: Convention, file: string, kind: string): boolean {
  return (rule.tests || kind !== 'test') && matchesAny(file, rule.files) && !matchesAny(file, rule.except ?? []);
}
