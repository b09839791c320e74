import type { ProgramFile } from '../program.js';
import { values } from '../text/command-options.js';
import { hasOption, type WriterCall, write } from '../writers/call.js';

const SUFFIXES: Readonly<Record<string, string>> = {
  gzip: '.gz',
  bzip2: '.bz2',
  xz: '.xz',
  zstd: '.zst',
  lz4: '.lz4',
  brotli: '.br',
  pigz: '.gz',
  compress: '.Z',
  lzma: '.lzma',
};

/** Compressors replace a file by its smaller form, and back. */
export const compression: ProgramFile = {
  gzip: { writer: compress, valued: '-S --suffix' },
  'gunzip, bzip2, bunzip2, unxz, unzstd, unlz4, pigz, compress, uncompress': { writer: compress },
  xz: { writer: compress, valued: '-S --suffix -T --threads' },
  zstd: { writer: compress, valued: '-o -T -D' },
  lz4: { writer: compress, valued: '' },
  brotli: { writer: compress, valued: '-o --output -q -w' },
  'zcat, gzcat, bzcat, xzcat, zstdcat, zless': { reads: {} },
};

/** `gzip` and its like replace a file by the other form of it. */
function compress(call: WriterCall): void {
  const { program } = call;
  for (const path of values(call.words, ['-o', '--output'])) if (path !== '-') write(call, path);
  if (hasOption(call, /^-[a-zA-Z]*[clt]\d*$|^--(?:stdout|list|test|to-stdout)/)) return;
  const isDecompressing = /^un|^gun|^bun/.test(program) || hasOption(call, /^-[a-zA-Z]*d|^--(?:decompress|uncompress)/);
  const keeps = /zstd|lz4|brotli/.test(program)
    ? !hasOption(call, /^--rm$|^-j$/)
    : hasOption(call, /^-[a-zA-Z]*k|^--keep/);
  const suffix = values(call.words, ['-S', '--suffix'])[0] ?? SUFFIXES[program] ?? '.gz';
  const isNamed = values(call.words, ['-o', '--output']).length > 0;
  const outputs = values(call.words, ['-o', '--output']);
  for (const path of call.operands.filter((one) => !outputs.includes(one))) {
    if (!isNamed) write(call, isDecompressing ? path.replace(/\.[A-Za-z0-9]+$/, '') : `${path}${suffix}`);
    if (!keeps) write(call, path, 'exact', 'delete');
    // `lz4 in out`
    if (program === 'lz4' && call.operands[1] !== undefined) write(call, call.operands[1]);
  }
}
