import { shellWord } from '@flow/shell-effects/text/quoted';
import { clean } from '../text/clean.js';

/** A path as it is typed in a command, the git that it belongs to, and how that git names it. */
interface Place {
  file: string;
  git: string;
  name: string;
}

/** In what ways the disk may be unlike a checkout: what is said of a path, and what is done about it. */
const WAYS: Readonly<Record<string, { is: (file: string) => string; do: (place: Place) => string }>> = {
  bytes: {
    is: (file) => `a checkout would write other bytes to ${file} (line ends, encoding or a filter)`,
    do: ({ file, git, name }) =>
      `Let git write it: \`${git} add ${name} && rm ${file} && ${git} checkout -- ${name}\`; if the tests need these very bytes, \`${name} -text\` in .gitattributes keeps them.`,
  },
  filter: {
    is: (file) => `git stores other bytes of ${file} than lie here, by a filter that this clone alone has`,
    do: ({ git, name }) =>
      `Have git store what the tests read: \`${name} !filter\` in .gitattributes (and \`${git} config --unset core.attributesFile\`, or the line in .git/info/attributes, where those name the filter), then \`${git} add --renormalize ${name}\` and commit. A filter that everybody needs is set up where CI checks out, and a person allows the push.`,
  },
  attributes: {
    is: (file) => `attributes that only this clone has convert ${file} (.git/info/attributes or core.attributesFile)`,
    do: ({ file, git, name }) =>
      `Put what they say of it into .gitattributes and commit that; or take it out there and let git write the file: \`${git} add ${name} && rm ${file} && ${git} checkout -- ${name}\`.`,
  },
  mode: {
    is: (file) => `${file} has another mode in git than on disk (core.fileMode is off)`,
    do: ({ file, git, name }) =>
      `Give git its mode with \`${git} add ${name} && ${git} update-index --chmod=+x ${name}\` and commit, or take it away with \`chmod -x ${file}\` (\`+x\` and \`-x\` the other way round where git has it and the disk has not). For all files at once: \`${git} config core.fileMode true && ${git} add -u\`, and commit.`,
  },
  link: {
    is: (file) => `${file} is a link in git and a file on disk (core.symlinks is off)`,
    do: ({ file, git, name }) =>
      `Let git write the link: \`${git} config core.symlinks true && rm ${file} && ${git} checkout -- ${name}\`.`,
  },
  stored: {
    is: (file) =>
      `git stores other bytes of ${file} than lie here, as a setting converted it when it was added (core.autocrlf, a filter) that holds no more`,
    do: ({ file, git, name }) =>
      `Have git store what the tests read: \`touch ${file} && ${git} add ${name}\` and commit; or let git write what it stores: \`rm ${file} && ${git} checkout -- ${name}\`.`,
  },
  folder: {
    is: (file) => `${file} is an empty folder, which git does not store`,
    do: ({ file, git, name }) =>
      `If the tests need it: \`touch ${file}/.gitkeep && ${git} add ${name}/.gitkeep\` and commit; else \`rmdir ${file}\`, or name it in .gitignore.`,
  },
};

/** The kinds of such codes, which stand in front of a path. */
export const UNLIKE = Object.keys(WAYS);

const CODE = /^(bytes|filter|attributes|mode|link|stored|folder):(.+)$/s;

/** `IN` stands between a submodule and a path in it: commands about the path are typed to the submodule's own git. */
const IN = ':/';

/** Returns the code of a path that is unlike a checkout. */
export function unlikeCode(kind: string, path: string, submodule: string | undefined): string {
  return `${kind}:${submodule === undefined ? path : submodule + IN + path.slice(submodule.length + 1)}`;
}

/** Tells whether a run proves nothing as the disk was not like a checkout: the same command again would prove no more. */
export const isUnlike = (reasons: readonly string[]) => reasons.some((reason) => CODE.test(reason));

/** Words about a path that is unlike a checkout. */
export const unlikeWords = (kind: string, file: string) => WAYS[kind]!.is(clean(file.replace(IN, '/'), 100));

/** Returns words for what brings the disk to what a checkout writes, for the first such path of a run. */
export function unlikeWay(reasons: readonly string[]): string {
  for (const reason of reasons) {
    const [, kind = '', file = ''] = CODE.exec(reason) ?? [];
    if (kind !== '') return WAYS[kind]!.do(placeOf(file)) + (file.includes(IN) ? INNER : '');
  }
  return '';
}

const INNER = ' What is committed in a submodule counts here once its new commit is added here, too.';

function placeOf(path: string): Place {
  const [submodule = '', ...inner] = path.split(IN);
  const word = (one: string) => clean(shellWord(one), 120);
  if (inner.length === 0) return { file: word(path), git: 'git', name: word(path) };
  return { file: word(path.replace(IN, '/')), git: `git -C ${word(submodule)}`, name: word(inner.join(IN)) };
}
