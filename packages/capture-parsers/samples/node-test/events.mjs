/** A reporter of node:test that writes each result as a line of JSON. */
export default async function* events(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, skip, todo } = data;
    const isSuite = data.details?.type === 'suite';
    yield `${JSON.stringify({ failed: type === 'test:fail', name, nesting, isSuite, isLeft: (skip ?? todo) !== undefined })}\n`;
  }
}
