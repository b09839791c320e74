/** The module reads where something was thrown and called from, as JavaScript prints it. */

/** Frames and stacks beyond these say nothing new. */
const FRAME_CAP = 20;
const STACK_CAP = 10;
const MESSAGE_CAP = 20_000;

/**
 * Returns the `file:line:column` of one line of a stack; undefined for another line, and for code that is not the project's.
 */
export function placeOf(line: string): string | undefined {
  const text = line.trim();
  const isText = text.startsWith('❯ ');
  if (!isText && !text.startsWith('at ')) return undefined;
  const inner = text.endsWith(')') ? text.slice(text.lastIndexOf('(') + 1, -1) : withoutName(text, isText);
  const place = inner.startsWith('file://') ? inner.slice('file://'.length) : inner;
  return PLACE.test(place) && !FOREIGN.test(place) ? place : undefined;
}

const PLACE = /^[^\s:][^:]{0,1000}:\d+:\d+$|^[A-Za-z]:[\\/][^:]{0,1000}:\d+:\d+$/;
const FOREIGN = /^node:|^internal\/|[\\/]node_modules[\\/]|^node_modules[\\/]/;

/**
 * Returns the place of a stack line that has no function's name in front: `at async /repo/a.js:1:2`, `❯ shop a.js:1:2`.
 */
function withoutName(text: string, isText: boolean): string {
  return isText ? text.slice(text.lastIndexOf(' ') + 1) : text.replace(/^at (?:async )?/, '');
}

/** Adds the place of a line to a stack, if it is one. */
export function addPlace(stack: string[], line: string): void {
  const place = stack.length < FRAME_CAP ? placeOf(line) : undefined;
  if (place !== undefined) stack.push(place);
}

/** Adds a stack to those of a test. */
export function addStack(stacks: string[][], stack: string[]): void {
  if (stacks.length < STACK_CAP) stacks.push(stack);
}

/** The stacks in what was thrown, one for each message. */
export function stacksIn(messages: readonly string[]): readonly (readonly string[])[] {
  return messages.slice(0, STACK_CAP).map((message) => {
    const stack: string[] = [];
    for (const line of message.slice(0, MESSAGE_CAP).split('\n')) addPlace(stack, line);
    return stack;
  });
}
