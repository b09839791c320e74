import type { Capture } from '../../runner.js';

/** Takes an output as whole behind a `head -20` that let through fewer lines than it may: nothing is missing. */
export function seenWhole(capture: Capture): Capture {
  const { input, invocation, text } = capture;
  if (invocation.view !== 'head' || input.command === undefined) return capture;
  const heads = input.command.match(/\bhead\b[^|;&\n]{0,100}/g) ?? [];
  const limits = heads.map((head) =>
    Number(/^head(?: +(?:-n *|--lines[= ])?-?(\d+))? *$/.exec(head)?.[1] ?? (head.trim() === 'head' ? 10 : 0)),
  );
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  const all = limits.length > 0 && limits.every((limit) => lines < limit);
  return all ? { ...capture, invocation: { ...invocation, view: 'whole' } } : capture;
}
