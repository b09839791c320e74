import type { ProgramFile } from '../program.js';

/** Build tools of Node.js write what they have built. */
export const nodeBuilds: ProgramFile = {
  'sass, lessc': { writes: { targets: 'second' } },
  'stylus, quicktype': { writes: { out: '-o --out' } },
  'terser, uglifyjs, svgo, tailwindcss, openapi-typescript, json2ts': { writes: { out: '-o --output' } },
  postcss: { writes: { out: '-o --output', into: '-d --dir', targets: 'each', when: /^(?:-r|--replace)$/ } },
  'babel, swc': { writes: { out: '-o --out-file', into: '-d --out-dir' } },
  rollup: { writes: { out: '-o --file', into: '-d --dir' } },
  webpack: { writes: { into: '-o --output-path' } },
  'vite, vite build': { writes: { into: '--outDir' } },
  esbuild: { writes: { out: '--outfile', into: '--outdir' } },
  tsup: { writes: { into: '-d --out-dir' } },
  ncc: { writes: { into: '-o --out' } },
  parcel: { writes: { into: '--dist-dir -d', out: '-o' } },
  tsc: { writes: { out: '--outFile --tsBuildInfoFile --generateTrace', into: '--outDir --declarationDir' } },
  'openapi-generator-cli generate, swagger-codegen generate': { writes: { into: '-o --output' } },
  'ng generate, nest generate': { writes: { own: 'src/' } },
  'prisma format': { writes: { own: 'prisma/schema.prisma' } },
  ng: { publishes: [{ when: /^deploy\b/ }] },
};
