import { type FileSet, type Finding, shown } from '../finding.js';

/** Lines of Gradle scripts that hold a limit; Gradle's two languages have no grammar here. */
const RULES: readonly {
  pattern: RegExp;
  isWeaker: (was: string, is: string | undefined) => boolean;
  kind: Finding['kind'];
}[] = [
  {
    pattern: /\bminimum\s*(?:=|\.set\()?\s*["']?([\d.]+)/g,
    isWeaker: (was, is) => is === undefined || Number(is) < Number(was),
    kind: 'limit-lowered',
  },
  {
    pattern: /\b(?:maxWarnings|maxErrors|maxAllowedViolations)\s*=\s*(\d+)/g,
    isWeaker: (was, is) => is !== undefined && Number(is) > Number(was),
    kind: 'limit-lowered',
  },
  {
    pattern: /\bminimum_coverage\s*\(?\s*(?:line:\s*)?(\d+)/g,
    isWeaker: (was, is) => is === undefined || Number(is) < Number(was),
    kind: 'limit-lowered',
  },
  {
    pattern: /\bminimum_coverage\b[^\n]*\bbranch:\s*(\d+)/g,
    isWeaker: (was, is) => is === undefined || Number(is) < Number(was),
    kind: 'limit-lowered',
  },
  {
    pattern: /\bmaximum_coverage_drop\s*\(?\s*(?:line:\s*)?(\d+)/g,
    isWeaker: (was, is) => is === undefined || Number(is) > Number(was),
    kind: 'limit-lowered',
  },
  // What RSpec and its doubles find themselves.
  {
    pattern: /\bverify_partial_doubles\s*=\s*(true|false)/g,
    isWeaker: (was, is) => was === 'true' && is !== 'true',
    kind: 'limit-lowered',
  },
  {
    pattern: /\bon_potential_false_positives\s*=\s*:(\w+)/g,
    isWeaker: (was, is) => was === 'raise' && is !== 'raise',
    kind: 'limit-lowered',
  },
  {
    pattern: /\braise_errors_for_deprecations!|\brefuse_coverage_drop\b|\benable_coverage\s*\(?\s*:branch/g,
    isWeaker: (_was, is) => is === undefined,
    kind: 'limit-lowered',
  },
  {
    pattern: /\b(?:allWarningsAsErrors|failOnWarning|-Werror)\b\s*=?\s*(true)?/g,
    isWeaker: (_was, is) => is === undefined,
    kind: 'limit-lowered',
  },
  // What the build's own check asks for.
  {
    pattern:
      /\bdependsOn\s*\(?[^\n)]*\b\w*(?:[vV]erification|[cC]heckstyle|[dD]etekt|[sS]potless\w*|[pP]itest|[lL]int\w*)\b/g,
    isWeaker: (_was, is) => is === undefined,
    kind: 'limit-lowered',
  },
  {
    pattern: /\bmaxRetries\s*(?:=|\.set\()\s*(\d+)/g,
    isWeaker: (was, is) => is !== undefined && Number(is) > Number(was),
    kind: 'patience-raised',
  },
];
/** Lines that let a failure through or leave tests out, wherever they are new. */
const LETTING: readonly { pattern: RegExp; kind: Finding['kind'] }[] = [
  { pattern: /\bignoreFailures\s*(?:=|\.set\()?\s*true/, kind: 'limit-lowered' },
  {
    pattern: /\b(?:test|Test)\b[^\n]*\benabled\s*=\s*false|^\s*enabled\s*=\s*false|onlyIf\s*\{\s*false/m,
    kind: 'command-narrowed',
  },
  {
    pattern:
      /\bexcludeTags?\b|\bexcludeTestsMatching\b|\bincludeTestsMatching\b|\bexclude\s*\(?\s*["'][^"'\n]*(?:Test|IT|Spec|test)/,
    kind: 'command-narrowed',
  },
  {
    pattern:
      /\bisFailOnViolation\s*=\s*false|\bfailOnViolation\s*=\s*false|\babortOnError\s*(?:=\s*)?false|\bfailFast\s*=\s*never/,
    kind: 'limit-lowered',
  },
  { pattern: /\bmaxRetries\s*(?:=|\.set\()\s*[1-9]/, kind: 'patience-raised' },
  {
    pattern: /\badd_filter\b(?!\s*\(?\s*["']\/?(?:vendor|spec|test|config|db|bin|node_modules)\/?["'])/,
    kind: 'limit-lowered',
  },
  { pattern: /\.fail_on_error\s*=\s*false/, kind: 'command-narrowed' },
  {
    pattern: /\bfilter_run_excluding\b|\bexclusion_filter\b|\.pattern_exclude\b|\bexclude_pattern\s*=/,
    kind: 'command-narrowed',
  },
  {
    pattern:
      /\badd_marker\(\s*(?:\w+\.)*(?:skip|xfail)\b|\bpytest_ignore_collect\b|\bitems\[:\]\s*=|\bcollect_ignore(?:_glob)?\s*\+?=/,
    kind: 'test-skipped',
  },
];

const isRead = (path: string) =>
  /\.gradle(?:\.kts)?$|(?:^|\/)\.simplecov$|(?:spec|test)_helper\.rb$|rails_helper\.rb$|(?:^|\/)(?:spec|test)\/support\/.*\.rb$|conftest\.py$|(?:^|\/)Rakefile$|\.rake$/.test(
    path,
  );

/** Tells limits lowered in build scripts that are programs, line by line without their comments. */
export function compareScripts(before: FileSet, after: FileSet): Finding[] {
  return Object.keys(before)
    .filter(isRead)
    .flatMap((path) => {
      const clean = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(?:\/\/|#).*$/gm, '$1');
      const [was, is] = [clean(before[path]!), clean(after[path] ?? before[path]!)];
      if (was === is) return [];
      const found: Finding[] = [];
      const elsewhere = Object.keys(after)
        .filter((other) => isRead(other) && other !== path)
        .map((other) => clean(after[other]!));
      for (const { pattern, isWeaker, kind } of RULES) {
        const [earlier, later] = [[...was.matchAll(pattern)], [...is.matchAll(pattern)]];
        earlier.forEach((one, index) => {
          const other = later[index] ?? elsewhere.flatMap((text) => [...text.matchAll(pattern)])[0];
          if (isWeaker(one[1] ?? one[0], other && (other[1] ?? other[0])))
            found.push({ kind, path, line: 1, before: shown(one[0]), after: shown(other?.[0] ?? '') });
        });
      }
      for (const { pattern, kind } of LETTING) {
        const linesOf = (text: string) => text.split('\n').filter((line) => pattern.test(line));
        const [known, now] = [linesOf(was), linesOf(is)];
        const line = now.length > known.length ? now.find((text) => !known.includes(text)) : undefined;
        const one = line === undefined ? undefined : { 0: line.trim(), index: is.indexOf(line) };
        if (one)
          found.push({ kind, path, line: is.slice(0, one.index).split('\n').length, before: '', after: shown(one[0]) });
      }
      return found;
    });
}
