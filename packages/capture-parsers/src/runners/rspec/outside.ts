import type { Collector } from '../../collect.js';

/** An error takes no more lines than this. */
const REACH = 60;

/**
 * `Outside` tells what broke outside of examples: how many files did not load, and hooks around groups and the suite.
 */
export interface Outside {
  readonly loads: number;
  readonly hooks: number;
}

/** Reads those errors, and wrong options, as problems. */
export function readOutside(lines: readonly string[], collected: Collector): Outside {
  let loads = 0;
  let hooks = 0;
  for (const [at, line] of lines.entries()) {
    if (at < 5 && /^(?:invalid option|ambiguous option|missing argument): /.test(line))
      collected.addProblem({ message: line });
    if (!line.startsWith('An error occurred ')) continue;
    const file = /^An error occurred while loading (.+?)\.(?: - Did you mean\?)?$/.exec(line)?.[1];
    if (file === undefined && !/^An error occurred (?:in an? `|outside of examples)/.test(line)) continue;
    if (file === undefined) hooks++;
    else loads++;
    const text = lines.slice(at + 1, at + REACH);
    const end = text.findIndex((next) => /^(?:An error occurred |Finished in |Failures:$|Run options)/.test(next));
    addProblem(collected, file, line, end < 0 ? text : text.slice(0, end));
  }
  return { loads, hooks };
}

function addProblem(collected: Collector, file: string | undefined, line: string, text: readonly string[]): void {
  const path = file?.replace(/^\.\//, '');
  const syntax = text.map((next) => /^ *(\S+\.rb):(\d+): /.exec(next)).find(Boolean);
  const trace = text.map((next) => /^ *# (\.\/\S+?|\/\S+?):(\d+):in /.exec(next)).find(Boolean);
  const place = syntax ?? trace;
  const same = place && (path === undefined || place[1]!.endsWith(path));
  const what = text.filter((next) => next.trim() && !/^ *# /.test(next)).join('\n');
  collected.addProblem({
    ...(path === undefined ? (place ? { file: place[1]!.replace(/^\.\//, '') } : {}) : { file: path }),
    ...(same ? { line: Number(place[2]) } : {}),
    message: what || line,
  });
}
