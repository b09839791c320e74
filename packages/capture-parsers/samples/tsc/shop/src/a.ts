const x: number = 'a';
export function f(a: string, b: { c: { d: number } }) { return a.nope; }
f('x', { c: { d: 'str' } });
let s: { a: { b: string } } = { a: { b: 1 } };
const g: (x: { p: string }) => number = (x: { p: number }) => 1;
const unused = 1;
