import { shellWord } from '@flow/shell-effects/text/quoted';
import { clean } from '../text/clean.js';

/** In what ways the disk may be unlike a checkout: what is said of a path, and what is done about it. */
const WAYS: Readonly<Record<string, { is: (file: string) => string; do: (file: string) => string }>> = {
  bytes: {
    is: (file) => `a checkout would write other bytes to ${file} (line ends, encoding or a filter)`,
    do: (file) =>
      `Let git write it: \`git add ${file} && rm ${file} && git checkout -- ${file}\`; if the tests need these very bytes, \`${file} -text\` in .gitattributes keeps them.`,
  },
  filter: {
    is: (file) => `git stores other bytes of ${file} than lie here, by a filter that this clone alone has`,
    do: (file) =>
      `Have git store what the tests read: \`${file} !filter\` in .gitattributes (and \`git config --unset core.attributesFile\`, or the line in .git/info/attributes, where those name the filter), then \`git add --renormalize ${file}\` and commit. A filter that everybody needs is set up where CI checks out, and a person allows the push.`,
  },
  attributes: {
    is: (file) => `attributes that only this clone has convert ${file} (.git/info/attributes or core.attributesFile)`,
    do: (file) =>
      `Put what they say of it into .gitattributes and commit that; or take it out there and let git write the file: \`git add ${file} && rm ${file} && git checkout -- ${file}\`.`,
  },
  mode: {
    is: (file) => `${file} has another mode in git than on disk (core.fileMode is off)`,
    do: (file) =>
      `Give git its mode with \`git add ${file} && git update-index --chmod=+x ${file}\` and commit, or take it away with \`chmod -x ${file}\` (\`+x\` and \`-x\` the other way round where git has it and the disk has not). For all files at once: \`git config core.fileMode true && git add -u\`, and commit.`,
  },
  link: {
    is: (file) => `${file} is a link in git and a file on disk (core.symlinks is off)`,
    do: (file) => `Let git write the link: \`git config core.symlinks true && rm ${file} && git checkout -- ${file}\`.`,
  },
  folder: {
    is: (file) => `${file} is an empty folder, which git does not store`,
    do: (file) =>
      `If the tests need it: \`touch ${file}/.gitkeep && git add ${file}/.gitkeep\` and commit; else \`rmdir ${file}\`, or name it in .gitignore.`,
  },
};

/** The kinds of such codes, which stand in front of a path. */
export const UNLIKE = Object.keys(WAYS);

const CODE = /^(bytes|filter|attributes|mode|link|folder):(.+)$/s;

/** Tells whether a run proves nothing as the disk was not like a checkout: the same command again would prove no more. */
export const isUnlike = (reasons: readonly string[]) => reasons.some((reason) => CODE.test(reason));

/** Words about a path that is unlike a checkout. */
export const unlikeWords = (kind: string, file: string) => WAYS[kind]!.is(clean(file, 100));

/** Words for what brings the disk to what a checkout writes, for the first such path of a run. */
export function unlikeWay(reasons: readonly string[]): string {
  for (const reason of reasons) {
    const [, kind = '', file = ''] = CODE.exec(reason) ?? [];
    if (kind !== '') return WAYS[kind]!.do(clean(shellWord(file), 120));
  }
  return '';
}
