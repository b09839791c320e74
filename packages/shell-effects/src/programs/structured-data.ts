import { queryJson } from '../prints/json-query.js';
import type { ProgramFile } from '../program.js';
import type { ReaderRule } from '../writers/rules.js';

const JQ: ReaderRule = {
  skip: 1,
  instead: /^(?:-f|--from-file)/,
  valued: '-f --from-file --indent -L --tab',
  files: '-f --from-file --slurpfile --rawfile --argfile',
};

/** Queries of JSON, YAML, TOML and XML print a part of a file, or change it in place. */
export const structuredData: ProgramFile = {
  crudini: { writes: { targets: 'first', when: /^--(?:set|del|merge)/ } },
  dasel: { writes: { out: '-o --out', valued: '-t -v -s -r -w -p -f --type --value --selector' } },
  'dasel put, dasel delete': { writes: { out: '-f --file -o --out', valued: '-t -v -s -r -w' } },
  yq: {
    writes: {
      targets: 'rest',
      when: /^(?:-i|-[a-zA-Z]*i[a-zA-Z]*|--inplace|--in-place|--yaml-output.*)$/,
      valued: '-o --output-format -p --input-format -I --indent --arg --argjson',
    },
    reads: { skip: 1, valued: '-o -p -I' },
  },
  'yq e, yq eval, yq ea, yq eval-all': { writes: { targets: 'rest', when: /^(?:-i|--inplace)$/, valued: '-o -p -I' } },
  jaq: { writes: { targets: 'rest', when: /^(?:-i|--in-place)$/ }, reads: JQ },
  'toml set, toml unset, toml-cli set': { writes: { targets: 'first' } },
  json: { writes: { targets: 'each', out: '-f', valued: '-e -c -d', when: /^-I$/ } },
  json5: { writes: { out: '-o --out-file' } },
  'xmlstarlet ed': { writes: { targets: 'each', valued: '-u -v -d -s -t -n -i -a -r', when: /^(?:-L|--inplace)$/ } },
  xmllint: { writes: { out: '--output -o' }, reads: { valued: '--xpath --schema' } },
  'xsltproc, htmlq': { writes: { out: '-o --output' } },
  tidy: { writes: { targets: 'each', when: /^-\w*m|^-modify/, out: '-o -output -f' } },
  'taplo fmt, taplo format': { writes: { targets: 'each', unless: /^--check$/, otherwise: '.' } },
  jq: { reads: JQ, prints: queryJson },
  gojq: { reads: JQ },
};
