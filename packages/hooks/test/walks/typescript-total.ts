/** A module in TypeScript that adds two prices, as a runner without a build step reads it. */
const total = (sum: string) => `export const total = (a: number, b: number) => ${sum};\n`;

export const TYPESCRIPT_TOTAL = {
  files: { 'total.ts': total('a + b') },
  broken: ['total.ts', total('a - b')] as [string, string],
  fixed: ['total.ts', total('b + a')] as [string, string],
};
