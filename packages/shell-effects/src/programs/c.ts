import { posix } from 'node:path';
import { filesBehind } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import type { HandingCall } from '../starts/handing-call.js';
import { runCmake, runCtest } from '../tasks/cmake.js';

/** Compilers and build tools of C write what they build. */
export const c: ProgramFile = {
  ccache: { wraps: {} },
  protoc: { writes: { out: '--descriptor_set_out -o --dependency_out' } },
  buf: { writes: { into: '-o --output' } },
  bison: { writes: { out: '-o --output' } },
  flex: { writes: { out: '-o --outfile' } },
  'gcc, cc, clang, g++, clang++': { writes: { out: '-o -MF' } },
  'ld, as': { writes: { out: '-o' } },
  nasm: { writes: { out: '-o -l' } },
  'objcopy, patchelf': { writes: { targets: 'last' } },
  cpp: {
    writes: {
      out: '-o --output',
      targets: 'second',
      valued: '-I -D -U -include -imacros -isystem -iquote -idirafter -x',
    },
  },
  strip: { writes: { targets: 'each', out: '-o' } },
  ctest: { writes: { out: '-O --output-log --output-junit' }, hands: runTests },
  'clang-format': { writes: { targets: 'each', when: /^(?:-i|--in-place)$/ } },
  'clang-tidy': { writes: { targets: 'each', when: /^-?-fix(?:-errors)?$/ } },
  'buf format': { writes: { targets: 'each', when: /^(?:-w|--write)$/, otherwise: '.' } },
  cmake: {
    hands: ({ words, session, shell, frame, later }) =>
      runCmake(words, session.at(shell, { ...later, input: frame.input })),
  },
  scons: { sources: () => ['SConstruct'] },
  waf: { sources: () => ['wscript'] },
  meson: { sources: (words) => (words[0] === 'compile' ? ['meson.build'] : []) },
  ninja: {
    sources: (words) => [
      posix.join(filesBehind(words, /^-C$/)[0] ?? '', filesBehind(words, /^-f$/)[0] ?? 'build.ninja'),
    ],
  },
};

function runTests({ words, session, shell, later }: HandingCall): undefined {
  runCtest(words, session.at(shell, later));
}
