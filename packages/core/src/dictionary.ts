/**
 * `dictionary` makes an object of hundreds of names, as `Object.fromEntries` does of a few. Without a prototype an object is
 * a dictionary from the start; any other gets a shape of its own with each name, which takes four times as long. No entry is
 * taken apart by a pattern, and none in a loop: V8 would compile that with its slowest compiler while it runs, which takes as
 * long as a start of git.
 */
export function dictionary<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const made = Object.create(null) as Record<string, Value>;
  [...entries].forEach((entry) => {
    made[entry[0]] = entry[1];
  });
  return made;
}
