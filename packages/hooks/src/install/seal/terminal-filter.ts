/*
 * A sealed shell that has a person's terminal could put letters into it (TIOCSTI), which the person's own shell reads when the
 * session is over. The kernel refuses that where it is told so with a filter of system calls (seccomp(2), bpf in linux/filter.h):
 * bubblewrap takes one from a file. A session of its own (`--new-session`) would do it as well, but signals would not get through.
 */

/** Architectures (linux/audit.h) of processes on a machine, each with its numbers of `ioctl` (of x32, too). */
const IOCTL: Partial<Record<NodeJS.Architecture, readonly (readonly [arch: number, numbers: readonly number[]])[]>> = {
  x64: [
    [0xc000003e, [16, 0x40000010, 0x40000202]],
    [0x40000003, [54]],
  ],
  arm64: [
    [0xc00000b7, [29]],
    [0x40000028, [54]],
  ],
};

/** TIOCSTI, and TIOCLINUX, which pastes into a console. */
const REFUSED = [0x5412, 0x541c];

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
/** EPERM. */
const REFUSE = 0x00050001;

/** Places in what the filter is asked about: the call's number, the architecture, the low half of the second argument. */
const [NUMBER, ARCHITECTURE, REQUEST] = [0, 4, 24];

/**
 * Returns the filter for processes on machines of one kind: 8 bytes an instruction (code, jump if so, jump if not, value), little
 * end first; null for a kind that it is not written for.
 */
export function terminalFilter(machine: NodeJS.Architecture = process.arch): Buffer | null {
  const kinds = IOCTL[machine];
  if (!kinds) return null;
  type Line = readonly [code: number, value: number, to?: string];
  const lines: (Line | string)[] = [
    [LOAD, ARCHITECTURE],
    ...kinds.map(([arch]): Line => [IF_EQUAL, arch, `${arch}`]),
    [RETURN, ALLOW],
    ...kinds.flatMap(([arch, numbers]): (Line | string)[] => [
      `${arch}`,
      [LOAD, NUMBER],
      ...numbers.map((number): Line => [IF_EQUAL, number, 'request']),
      [RETURN, ALLOW],
    ]),
    'request',
    [LOAD, REQUEST],
    ...REFUSED.map((request): Line => [IF_EQUAL, request, 'refuse']),
    [RETURN, ALLOW],
    'refuse',
    [RETURN, REFUSE],
  ];
  const places = new Map<string, number>();
  const code: Line[] = [];
  for (const line of lines) {
    if (typeof line === 'string') places.set(line, code.length);
    else code.push(line);
  }
  const bytes = Buffer.alloc(8 * code.length);
  for (const [at, [operation, value, to]] of code.entries()) {
    bytes.writeUInt16LE(operation, 8 * at);
    if (to !== undefined) bytes.writeUInt8(places.get(to)! - at - 1, 8 * at + 2);
    bytes.writeUInt32LE(value, 8 * at + 4);
  }
  return bytes;
}
