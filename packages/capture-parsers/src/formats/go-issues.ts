import type { Collector } from '../collect.js';
import { eachLine } from '../output/text.js';
import { COMMAND_ERROR, readPlace } from '../runners/go/lines.js';
import { asText, parseObject } from './json-text.js';

/** Go issues tell what the readers of `go build` and `go vet` make of their output. */
export interface GoIssues {
  /** The go command's own complaints: a pattern that matches nothing, a module that is missing. */
  refused: boolean;
  /** Nothing was there to look at. */
  nothing: boolean;
  /** Complaints without a place, such as those of the linker. */
  broken: boolean;
}

/**
 * Returns the complaints of the compiler or of vet: `file:line:column: message` below `# package`. With `-json` the
 * lines are events.
 */
export function readIssues(text: string, collected: Collector): GoIssues {
  const found: GoIssues = { refused: false, nothing: false, broken: false };
  const readLine = (line: string) => {
    const place = readPlace(line);
    if (place?.message === 'too many errors') return;
    if (place) {
      collected.addIssue({ ...place, severity: 'error' });
      return;
    }
    if (/matched no packages|no packages to (?:vet|build)/.test(line)) found.nothing = true;
    else if (COMMAND_ERROR.test(line)) {
      found.refused = true;
      collected.addProblem({ message: line });
    } else if (
      /^(?:\S*\/link: |link: |runtime\.main_main|panic: |vet: |\S+\.go:\d+: (?:relocation|undefined))/.test(line)
    ) {
      found.broken = true;
      collected.addProblem({ message: line });
    } else if (line.trim() && !line.startsWith('# ')) collected.unparsed++;
  };
  eachLine(
    text,
    (line) => {
      if (line.startsWith('{"ImportPath"') || line.startsWith('{"Action"')) {
        const output = eventOutput(line);
        if (output) readLine(output);
      } else readLine(line);
    },
    true,
  );
  return found;
}

/** Tells what `go build -json` wraps: https://pkg.go.dev/cmd/go#hdr-Build__json_encoding */
function eventOutput(line: string): string | undefined {
  return asText(parseObject(line)?.Output)?.trimEnd();
}
