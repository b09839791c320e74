import { expect, test } from 'vitest';
import { terminalFilter } from './terminal-filter.js';

/** Runs a filter as the kernel does (bpf in linux/filter.h), for a call; returns what it answers. */
function answer(filter: Buffer, call: { arch: number; number: number; request: number }): number {
  const words = new Map([
    [0, call.number],
    [4, call.arch],
    [24, call.request],
  ]);
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, yes, no, value] = [
      filter.readUInt16LE(at),
      filter[at + 2]!,
      filter[at + 3]!,
      filter.readUInt32LE(at + 4),
    ];
    if (code === 0x06) return value;
    if (code === 0x20) loaded = words.get(value)!;
    else if (code === 0x15) at += 8 * (loaded === value ? yes : no);
    else throw new Error(`instruction ${code}`);
  }
  throw new Error('it does not end');
}

const ALLOWED = 0x7fff0000;
const REFUSED = 0x00050001;

test.each([
  ['x64', 0xc000003e, 16],
  ['x64', 0xc000003e, 0x40000202],
  ['x64', 0x40000003, 54],
  ['arm64', 0xc00000b7, 29],
  ['arm64', 0x40000028, 54],
] as const)(
  '33.3 on %s letters for a terminal are refused, and every other call passes (%i, ioctl %i)',
  (machine, arch, number) => {
    const filter = terminalFilter(machine)!;
    for (const request of [0x5412, 0x541c]) {
      expect(answer(filter, { arch, number, request })).toBe(REFUSED);
      // The same value in another call, as the length of a file.
      expect(answer(filter, { arch, number: number + 1, request })).toBe(ALLOWED);
    }
    for (const request of [0, 0x5413, 0x5401, 0x5411]) expect(answer(filter, { arch, number, request })).toBe(ALLOWED);
  },
);

test('33.3 a machine that it is not written for has no filter', () => {
  expect(terminalFilter('riscv64')).toBeNull();
});
