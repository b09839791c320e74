import { filesIn } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import type { Session, Shell } from '../state.js';
import { inCode } from '../tasks/task-finders.js';
import { firstTask } from '../tasks/task-tool.js';

/** Tools of Go build, test, format, generate and run tasks. */
export const go: ProgramFile = {
  mockgen: { writes: { out: '-destination --destination' } },
  'stringer, enumer': { writes: { out: '-output' } },
  go: {
    writes: {
      out: '-coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -testlogfile',
      into: '-outputdir',
    },
    sources: goFiles,
  },
  'go build': { writes: { out: '-o', valued: '-tags -ldflags -gcflags -mod -p' } },
  'go test': {
    writes: {
      out: '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace',
      into: '-outputdir',
      valued: '-run -bench -count -timeout -tags',
    },
  },
  'go tool': { writes: { out: '-o -output' } },
  'golangci-lint': { writes: { out: '--out --output.json.path --output.text.path --output.junit-xml.path' } },
  gotestsum: { writes: { out: '--jsonfile --junitfile --jsonfile-timing-events' } },
  gofmt: { writes: { targets: 'each', when: /^-\w*w/, otherwise: '.', valued: '-r' } },
  gofumpt: { writes: { targets: 'each', when: /^-\w*w/, otherwise: '.' } },
  goimports: { writes: { targets: 'each', when: /^-\w*w/, otherwise: '.', valued: '-local -srcdir' } },
  gci: { writes: { targets: 'each', when: /^write$/ } },
  golines: { writes: { targets: 'each', when: /^-w$/ } },
  'go fmt': { writes: { targets: 'each', unless: /^-n$/, otherwise: '.' } },
  'go fix': { writes: { targets: 'each', unless: /^-diff$/, otherwise: '.' } },
  'go generate': { writes: { targets: 'each', unless: /^-n$/, otherwise: '.', reach: 'into' } },
  'go mod tidy': { writes: { own: 'go.mod go.sum', unless: /^-diff$/ } },
  'go mod edit': { writes: { targets: 'first', otherwise: 'go.mod', unless: /^-(?:json|print)$/ } },
  'go mod init': { writes: { own: 'go.mod' } },
  'go mod vendor': { writes: { own: 'vendor/' } },
  'go get': { writes: { own: 'go.mod go.sum' } },
  'go work use, go work sync': { writes: { own: 'go.work' } },
  'golangci-lint run': {
    writes: {
      out: '--out --output.json.path --output.text.path --output.junit-xml.path',
      targets: 'each',
      when: /^--fix$/,
      otherwise: '.',
      valued: '-c --config --out-format -E -D',
    },
  },
  'golangci-lint fmt': { writes: { targets: 'each', otherwise: '.', unless: /^(?:-d|--diff)$/ } },
  mage: { tasks: [{ pick: firstTask, files: ['magefile.go', 'magefiles/magefile.go'], find: inCode }] },
};

/**
 * `go run ./cmd/x`: the files of that folder, `go test ./x` its tests; `go generate`: its lines that name a command are all
 * that runs.
 */
function goFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  if (words[0] === 'test') {
    const folders = words.slice(1).filter((word) => /^\.{0,2}\/(?!.*\.{3}$)/.test(word));
    return folders.slice(0, 4).flatMap((folder) => filesIn(folder, /_test\.go$/, session, shell));
  }
  if (words[0] !== 'run') return [];
  const [target] = words.slice(1).filter((word) => !word.startsWith('-'));
  if (target === undefined) return [];
  return target.endsWith('.go') ? [target] : filesIn(target, /\.go$/, session, shell);
}
