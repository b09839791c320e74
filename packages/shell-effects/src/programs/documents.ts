import type { ProgramFile } from '../program.js';

/** Converters make documents of other documents. */
export const documents: ProgramFile = {
  gomplate: { writes: { out: '-o --out', into: '--output-dir' } },
  mustache: { writes: { targets: 'third' } },
  ejs: { writes: { out: '-o --output-file' } },
  handlebars: { writes: { out: '-f --output' } },
  pandoc: { writes: { out: '-o --output' }, reads: { valued: '-o -f -t --output --from --to' } },
  asciidoctor: { writes: { out: '-o --out-file', into: '-D --destination-dir' } },
  'wkhtmltopdf, qpdf': { writes: { targets: 'last' } },
  dot: { writes: { out: '-o' } },
  mmdc: { writes: { out: '-o --output' } },
  plantuml: { writes: { into: '-o' } },
};
