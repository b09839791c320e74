/*
 * The first example of the README as a terminal that types: an SVG that needs no script and no other file, so that it moves
 * wherever the README is shown. What it shows is what `test/readme.test.ts` runs, line by line. Who asks for reduced motion,
 * prints, or opens it where nothing moves, sees the last picture.
 */

const COLUMNS = 100;
const LINE = 18;
const LETTER = 7.81;
const MARGIN = 16;
const HEAD = 34;
/** Seconds: for each letter typed, for each line printed, before a command, behind its output, and for the last picture. */
const PACE = { letter: 0.03, line: 0.05, before: 0.5, after: 1.1, end: 8 };

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The commands of the first `console agent` block, with what each prints. */
export function stepsOf(markdown) {
  const block = /^```console agent\n([\s\S]*?)^```$/m.exec(markdown)?.[1] ?? '';
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => part.trimEnd().split('\n'))
    .map(([command, ...printed]) => ({ command, printed }));
}

/** Breaks a line at the width of the terminal, between words where there is one. */
export function wrapped(line, columns = COLUMNS) {
  const lines = [];
  let rest = line;
  while (rest.length > columns) {
    const at = rest.lastIndexOf(' ', columns);
    const cut = at > columns / 2 ? at : columns;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  return [...lines, rest];
}

/** Which colour a printed line has. */
const kindOf = (line) =>
  /^flow refused|^- [A-Z]+_|failed/.test(line) ? 'bad' : /passed/.test(line) ? 'good' : line === '…' ? 'dim' : 'out';

/** The rows of the whole terminal, each with the second in which it appears and how long it is typed. */
function rowsOf(steps) {
  const rows = [];
  let time = 0.4;
  for (const { command, printed } of steps) {
    time += PACE.before;
    for (const text of wrapped(`$ ${command}`)) {
      const typing = text.length * PACE.letter;
      rows.push({ text, kind: 'typed', at: time, typing });
      time += typing;
    }
    for (const line of printed) {
      const kind = kindOf(line);
      for (const text of wrapped(line)) {
        time += PACE.line;
        rows.push({ text, kind, at: time, typing: 0 });
      }
    }
    time += PACE.after;
  }
  return { rows, seconds: time + PACE.end };
}

/** Draws the recording of a README. @throws where the README has no example */
export function recordingOf(markdown) {
  const steps = stepsOf(markdown);
  if (steps.length === 0) throw new Error('the README has no example');
  const { rows, seconds } = rowsOf(steps);
  const width = Math.ceil(COLUMNS * LETTER + 2 * MARGIN);
  const height = HEAD + rows.length * LINE + MARGIN;
  const percent = (at) => ((at / seconds) * 100).toFixed(2);
  const frames = rows.map(
    ({ at }, index) => `@keyframes r${index}{0%,${percent(at)}%{opacity:0}${percent(at + 0.01)}%,100%{opacity:1}}`,
  );
  const moves = rows.map((_, index) => `.r${index}{animation:r${index} ${seconds.toFixed(1)}s linear infinite}`);
  const typed = rows.flatMap(({ typing, at, text }, index) =>
    typing === 0
      ? []
      : [
          `@keyframes c${index}{0%,${percent(at)}%{width:0;animation-timing-function:steps(${text.length})}${percent(at + typing)}%,100%{width:${(text.length * LETTER).toFixed(1)}px}}`,
          `.c${index}{animation:c${index} ${seconds.toFixed(1)}s infinite}`,
        ],
  );
  const style = `text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:#c9d1d9}.typed{fill:#fff;font-weight:600}.bad{fill:#ff9492}.good{fill:#7ee787}.dim{fill:#8b949e}@media (prefers-reduced-motion:no-preference){${[...frames, ...moves, ...typed].join('')}}`;
  const clips = rows.flatMap(({ typing, text }, index) =>
    typing === 0
      ? []
      : [
          `<clipPath id="k${index}"><rect class="c${index}" x="${MARGIN}" y="${HEAD + index * LINE}" width="${(text.length * LETTER).toFixed(1)}" height="${LINE}"/></clipPath>`,
        ],
  );
  const lines = rows.map(({ text, kind, typing }, index) => {
    const clip = typing === 0 ? '' : ` clip-path="url(#k${index})"`;
    // Its length is said, as each system's letters have a width of their own.
    const length = text.length === 0 ? '' : ` textLength="${(text.length * LETTER).toFixed(1)}"`;
    return `<text class="${kind} r${index}" x="${MARGIN}" y="${HEAD + index * LINE + 13}"${length} lengthAdjust="spacingAndGlyphs"${clip}>${escaped(text)}</text>`;
  });
  const told =
    'A terminal: git push is refused as untested, the tests fail, git push is refused as red, the code is mended, the tests pass, and git push goes through.';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${told}"><title>${told}</title><style>${style}</style><rect width="${width}" height="${height}" rx="8" fill="#0d1117"/><circle cx="20" cy="17" r="5" fill="#ff5f57"/><circle cx="38" cy="17" r="5" fill="#febc2e"/><circle cx="56" cy="17" r="5" fill="#28c840"/><defs>${clips.join('')}</defs>${lines.join('')}</svg>\n`;
}
