import path from 'node:path';
import fc from 'fast-check';
import { EXEC, type Expression, type World } from './world.js';

/** In front of what somebody else does, which no hook of ours sees. */
export const ELSEWHERE = ': somebody else; ';

/**
 * What somebody types, one line a tool call. A step knows no state: what it does where it makes no sense is what git and the
 * runners do there.
 */
export type Step = readonly string[];

const mostly = (first: string, others: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: one(others) });

const one = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const line = (text: string): Step => [text];
const lines = (texts: readonly string[]) => one(texts.map(line));

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** Writes a file, by what a shell understands. */
export const write = (file: string, text: string) => `echo ${quoted(text)} > ${file}`;

/** A number of a source file: red as often as green. */
const NUMBER = one([0, 1, 0, 2, 3]);

const edit = (world: World): fc.Arbitrary<Step> =>
  fc.tuple(one(world.sources), NUMBER).map(([file, number]) => line(write(file, world.source(file, number))));

const breakOne = (world: World): fc.Arbitrary<Step> =>
  one(world.sources).map((file) => line(write(file, world.source(file, 0))));

const tests = (world: World): fc.Arbitrary<Step> => {
  const named = (name: string, holds: boolean) =>
    line(write(world.another(name), world.holds(world.another(name), name, { ask: holds ? 'true' : 'false' })));
  return fc.oneof(
    fc.tuple(one(['extra', 'more']), fc.boolean()).map(([name, holds]) => named(name, holds)),
    one(world.tests).map((file) => line(`rm -f ${file}`)),
    one(world.tests).map((file) => line(`git rm -qf ${file}`)),
    fc.constant(line(`git mv ${world.another('extra')} ${world.another('renamed')}`)),
    fc.constant(line(`mv ${world.another('extra')} ${world.another('moved')}`)),
  );
};

/** Files that no test can depend on, or that git does not see. */
const others = lines([
  'echo more >> README.md',
  'mkdir -p cache && echo 1 > cache/stamp',
  'echo x > run.log',
  'echo note > notes.md',
  'mkdir -p docs && echo note > docs/plan.md',
]);

/** A run of all tests. Those through other programs take longer, and come less often. */
const whole = ({ whole: [first, ...more] }: World): fc.Arbitrary<string> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(first!) }, { weight: 1, arbitrary: one(more) });

const run = (world: World): fc.Arbitrary<Step> =>
  fc.oneof({ weight: 4, arbitrary: whole(world).map(line) }, { weight: 1, arbitrary: lines(world.partly) });

const COMMITS = [
  'git add -A && git commit -qm work',
  'git commit -qam work',
  'git commit -qm work',
  'git add -A && git commit -q --amend --no-edit',
  'git commit -q --amend --no-edit',
  'git add -A',
  'git add -u',
];

const commit = (world: World): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: lines(COMMITS) },
    { weight: 1, arbitrary: one(world.sources).map((file) => line(`git commit -qm part ${file}`)) },
    { weight: 1, arbitrary: one(world.sources).map((file) => line(`git add ${file}`)) },
  );

/** What moves between contents and branches, a call each. */
const MOVES = [
  'git stash -q',
  'git stash -qu',
  'git stash pop -q',
  'git stash apply -q',
  'git checkout -q -- .',
  'git restore --staged .',
  'git reset -q',
  'git reset -q --hard',
  'git reset -q --hard HEAD~1',
  'git reset -q --soft HEAD~1',
  'git reset -q HEAD~1',
  'git clean -qfd',
  'git switch -qc other',
  'git switch -q other',
  'git switch -q feature/login',
  'git checkout -q --detach',
  'git checkout -q HEAD~1',
  'git checkout -q feature/login',
  'git merge -q --no-edit other || git merge --abort',
  'git merge -q --no-edit -X ours other || git merge --abort',
  'git merge -q --no-edit -s ours other',
  'git rebase -q other || git rebase --abort',
  'git rebase -q --autostash origin/main || git rebase --abort',
  'git rebase -q --onto HEAD~2 HEAD~1 || git rebase --abort',
  'git cherry-pick other || git cherry-pick --abort',
  'git revert --no-edit HEAD || git revert --abort',
  'git fetch -q',
  'git pull -q --rebase origin main || git rebase --abort',
  'git merge -q --no-edit origin/main || git merge --abort',
];

const move = (world: World): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 4, arbitrary: lines(MOVES) },
    { weight: 1, arbitrary: one(world.sources).map((file) => line(`git checkout -q HEAD~1 -- ${file}`)) },
    { weight: 1, arbitrary: one(world.sources).map((file) => line(`git checkout -q other -- ${file}`)) },
    { weight: 1, arbitrary: one(world.sources).map((file) => line(`git restore -s HEAD~1 ${file}`)) },
    { weight: 1, arbitrary: somebodyElse(world) },
  );

/** A colleague publishes green work, on the base branch. */
const somebodyElse = (world: World): fc.Arbitrary<Step> =>
  fc
    .tuple(one(world.sources), one([1, 2, 3]))
    .map(([file, number]) =>
      line(
        `${ELSEWHERE}rm -rf ../theirs && git clone -q "$(git config remote.origin.url)" ../theirs && cd ../theirs && git checkout -q origin/main && ${write(file, world.source(file, number))} && ${world.verify} > ../theirs.log && git commit -qam theirs && git push -q origin HEAD:main`,
      ),
    );

/** How content is swapped around a command within one call: `file` for one, or all that git tracks. */
const SWAPS: ((command: string, file: string, green: string) => string)[] = [
  (command) => `git stash -q; ${command}; git stash pop -q`,
  (command) => `git stash -qu && ${command}; git stash pop -q`,
  (command, file) => `cp ${file} ../kept; git checkout -q HEAD -- ${file}; ${command}; cp ../kept ${file}`,
  (command, file) => `cp -p ${file} ../kept; git show HEAD~1:${file} > ${file}; ${command}; cp -p ../kept ${file}`,
  (command) => `git diff > ../patch; git checkout -q -- .; ${command}; git apply ../patch`,
  (command, file, green) => `cp ${file} ../kept; ${green}; ${command}; cp ../kept ${file}`,
  (command, file, green) => `cp -p ${file} ../kept; ${green}; ${command}; cp -p ../kept ${file}`,
  (command, file, green) => `mv ${file} ../kept; ${green}; ${command}; mv ../kept ${file}`,
  (command, file, green) =>
    `mv ${file} ../kept; ${green}; mv ${file} ../green; ln -s $PWD/../green ${file}; ${command}; rm ${file}; mv ../kept ${file}`,
  (command, file) => `mv "$(dirname ${file})"/*rate* ..; ${command}; mv ../*rate* "$(dirname ${file})"`,
  (command) => `git commit -qam wip; git checkout -q HEAD~1; ${command}; git checkout -q -`,
  (command) => `git commit -qam wip; git reset -q --hard HEAD~1; ${command}; git reset -q --hard ORIG_HEAD`,
  (command, file, green) =>
    `printf '%s\\n' ${quoted(`cp ${file} ../kept; ${green}; ${command}; cp ../kept ${file}`)} > ../swap.sh; bash ../swap.sh`,
  (command, file, green) => `${EXEC} sh -c ${quoted(`cp ${file} ../kept; ${green}; ${command}; mv ../kept ${file}`)}`,
  (command) => `git worktree add -qf ../w HEAD && (cd ../w && ${command}); git worktree remove -f ../w`,
  (command, file, green) =>
    `(sleep 0.05; ${green}) & ${EXEC} sh -c ${quoted(`sleep 0.1; ${command}`)}; git checkout -q -- ${file}`,
];

const swap = (world: World): fc.Arbitrary<Step> =>
  fc
    .tuple(one(SWAPS), one(world.sources), whole(world))
    .map(([swapped, file, command]) => line(swapped(command, file, write(file, world.source(file, 1)))));

/** A break that is not committed yet, a swap that hides it, and its commit: the shortest way to be wrong. */
const hidden = (world: World): fc.Arbitrary<Step> =>
  fc.tuple(breakOne(world), swap(world), one(COMMITS)).map((steps) => steps.flat());

/** What a test can ask for that a clone has otherwise than the disk, or not at all. */
type Ask = Exclude<Expression['ask'], 'true' | 'false'>;

/** A test that asks for it, or for its absence. */
const asks = (world: World, file: string, path: string, ask: Ask, not: boolean): string =>
  write(file, world.holds(file, ask, { ask, path, not }));

const someAsk = (world: World, path: string, ask: Ask): fc.Arbitrary<string> =>
  fc
    .tuple(fc.boolean(), one([world.another(ask), world.tests[0]!]))
    .map(([not, file]) => asks(world, file, path, ask, not));

/** The shortest way to be wrong by it: a tracked test that asks, what makes it green here, a run, and a commit. */
const relied = (world: World, path: string, ask: Ask, made: string): fc.Arbitrary<Step> =>
  fc
    .tuple(ask === 'exists' ? fc.constant(false) : fc.boolean(), whole(world), mostly('git commit -qam work', COMMITS))
    .map(([not, command, then]) => [asks(world, world.tests[0]!, path, ask, not), made, command, then]);

/** Source that stands in no commit, or that the record of a run lacks: of other untracked files nothing is said. */
const leftOut = (world: World): fc.Arbitrary<Step> => {
  const [large, inner, local] = ['large', 'inner/one', 'local'].map(
    (name) => name + path.extname(world.sources[0]!),
  ) as [string, string, string];
  const at = (file: string) => `${world.folder}${file}`;
  const needed = [
    [large, `head -c 21000000 /dev/zero > ${at(large)}`],
    [inner, `git init -q ${at('inner')} && ${write(at(inner), '1')}`],
    [local, write(at(local), '1')],
    [local, `${write(at(local), '1')} && echo ${local} >> .git/info/exclude`],
  ] as const;
  return one(needed).chain(([file, made]) =>
    fc.oneof(fc.constant(line(made)), someAsk(world, file, 'exists').map(line), {
      weight: 4,
      arbitrary: relied(world, file, 'exists', made),
    }),
  );
};

/** What of a disk a checkout would write otherwise (E4), and what hides an edit from git. */
const ofDisk = (world: World): fc.Arbitrary<Step> => {
  const [data, tool] = [`${world.folder}data.txt`, `${world.folder}tool.sh`];
  const linked = `alias${path.extname(world.sources[0]!)}`;
  const asked: [path: string, ask: Ask, made: string][] = [
    ['data.txt', 'crlf', `printf 'one\\r\\ntwo\\r\\n' > ${data}`],
    ['data.txt', 'crlf', `git config core.autocrlf input; printf 'one\\r\\ntwo\\r\\n' > ${data}`],
    ['data.txt', 'crlf', `echo '* text=auto' > .gitattributes; printf 'one\\r\\ntwo\\r\\n' > ${data}`],
    ['tool.sh', 'executable', `chmod +x ${tool}`],
    ['tool.sh', 'executable', `git config core.fileMode false; chmod +x ${tool}`],
    ['empty', 'exists', `mkdir -p ${world.folder}empty`],
    ['linked', 'link', `ln -sf data.txt ${world.folder}linked`],
    [linked, 'exists', `ln -sf ${path.basename(world.sources[0]!)} ${world.folder}${linked}`],
  ];
  return fc.oneof(
    { weight: 4, arbitrary: one(asked).chain(([path, ask, made]) => relied(world, path, ask, made)) },
    one(asked).chain(([path, ask]) => someAsk(world, path, ask).map(line)),
    one(asked).map(([, , made]) => line(made)),
    lines([
      `printf 'one\\ntwo\\n' > ${data}`,
      'git config core.autocrlf input',
      'git config core.autocrlf false',
      "echo '*.txt text eol=crlf' > .gitattributes",
      "echo '*.txt -text' > .git/info/attributes",
      `git rm -q --cached ${data} && git add ${data}`,
      'git add --renormalize .',
      `chmod -x ${tool}`,
      'git config core.fileMode true',
      `git update-index --chmod=+x ${tool}`,
      'git config core.symlinks false',
      `git update-index --assume-unchanged ${world.sources[0]}`,
      `git update-index --skip-worktree ${world.sources[1]}`,
      `git update-index --no-assume-unchanged ${world.sources[0]}`,
      `git update-index --no-skip-worktree ${world.sources[1]}`,
    ]),
  );
};

/** Line ends that a checkout here writes again, and one without this clone's setting does not: such a run counts on purpose (docs/threat-model.md). */
const ofLineEnds = (world: World): fc.Arbitrary<Step> => {
  const data = `${world.folder}data.txt`;
  return one([
    `git config core.autocrlf true; rm ${data}; git checkout -q -- ${data}`,
    `git config core.autocrlf true; printf 'one\\r\\ntwo\\r\\n' > ${data}`,
  ]).chain((made) => relied(world, 'data.txt', 'crlf', made));
};

/** Settings above the project that runners read (E5), often with a break that they hide and a test that is left. */
const ofRunners = (world: World): fc.Arbitrary<Step> => {
  const above = one([...world.above.map(([file, text]) => write(file, text)), 'rm -f ../*.ini ../*.cfg']);
  const left = write(world.another('extra'), world.holds(world.another('extra'), 'extra', { ask: 'true' }));
  return fc.oneof(
    above.map(line),
    fc
      .tuple(breakOne(world), above, whole(world), mostly('git add -A && git commit -qm work', COMMITS))
      .map(([broken, made, command, then]) => [...broken, left, made, command, then]),
  );
};

/** What is taken for published (E2), often behind the commit of a break. */
const PUBLISHED = [
  'git branch -f main HEAD',
  'git update-ref refs/remotes/origin/main HEAD',
  'rm -rf ../mine.git && git branch -f main HEAD && git clone -q --bare . ../mine.git && U=$(git config remote.origin.url) && git remote set-url origin ../mine.git && git fetch -q; git remote set-url origin "$U"',
  'rm -rf ../mine.git && git branch -f main HEAD && git clone -q --bare . ../mine.git && git fetch -q ../mine.git main:refs/remotes/origin/main',
  'rm -rf ../mine.git && git clone -q --bare . ../mine.git && git remote add mine ../mine.git && git fetch -q mine && git remote rename origin theirs && git remote rename mine origin && git remote rename origin mine && git remote rename theirs origin',
];

const ofBase = (world: World): fc.Arbitrary<Step> =>
  fc.oneof(
    lines(PUBLISHED),
    fc.tuple(breakOne(world), one(PUBLISHED)).map(([broken, base]) => [...broken, 'git commit -qam work', base]),
  );

/** Variables and places by which git looks elsewhere (E8). */
const ofPlaces = (world: World): fc.Arbitrary<Step> =>
  fc.oneof(
    whole(world).map((command) => line(`cp .git/index ../index; GIT_INDEX_FILE=$PWD/../index ${command}`)),
    whole(world).map((command) => line(`export GIT_INDEX_FILE=$PWD/../index2; git add -A; ${command}`)),
    one(world.sources).map((file) => line(`git mv -f ${file} ${file.toUpperCase()}`)),
    whole(world).map((command) => line(`TZ=Asia/Tokyo LANG=de_DE.UTF-8 ${command}`)),
    one(world.sources).map((file) => line(`touch -d '2001-01-01' ${file}`)),
  );

const PUSHES = [
  'git push -qf origin HEAD',
  'git push -qf origin HEAD:refs/heads/work',
  'git push -q origin HEAD:main',
  'git push -qf origin HEAD~1:refs/heads/before',
  'git push -qf origin other',
  'git push -qf origin feature/login',
  'git push -qf origin stash@{0}:refs/heads/kept',
  'git tag -f done && git push -qf origin done',
  'git push -qf --all origin',
  'git -C . push -qf origin HEAD:refs/heads/work',
  'git add -A && git commit -qm now && git push -qf origin HEAD:refs/heads/now',
  "sh -c 'git push -qf origin HEAD:refs/heads/work'",
];

const push = lines(PUSHES);

/** Kinds of steps, with how often each comes: what a guard does not see yet is left out by its name here. */
export const KINDS = {
  edit: (world: World) => ({ weight: 6, arbitrary: edit(world) }),
  tests: (world: World) => ({ weight: 3, arbitrary: tests(world) }),
  others: () => ({ weight: 1, arbitrary: others }),
  run: (world: World) => ({ weight: 6, arbitrary: run(world) }),
  commit: (world: World) => ({ weight: 5, arbitrary: commit(world) }),
  move: (world: World) => ({ weight: 5, arbitrary: move(world) }),
  push: () => ({ weight: 2, arbitrary: push }),
  swap: (world: World) => ({ weight: 3, arbitrary: swap(world) }),
  hidden: (world: World) => ({ weight: 3, arbitrary: hidden(world) }),
  leftOut: (world: World) => ({ weight: 4, arbitrary: leftOut(world) }),
  ofDisk: (world: World) => ({ weight: 4, arbitrary: ofDisk(world) }),
  ofLineEnds: (world: World) => ({ weight: 1, arbitrary: ofLineEnds(world) }),
  ofRunners: (world: World) => ({ weight: 2, arbitrary: ofRunners(world) }),
  ofBase: (world: World) => ({ weight: 2, arbitrary: ofBase(world) }),
  ofPlaces: (world: World) => ({ weight: 1, arbitrary: ofPlaces(world) }),
};

export type Kind = keyof typeof KINDS;

const MOST = 10;

/** Any sequence of these kinds, and a push behind it. */
export const sequences = (world: World, kinds: readonly Kind[]): fc.Arbitrary<string[]> =>
  fc
    .tuple(fc.array(fc.oneof(...kinds.map((kind) => KINDS[kind](world))), { minLength: 1, maxLength: MOST }), push)
    .map(([steps, last]) => [...steps, last].flat());

/** How honest work ends: the content made green, a run of all tests, and the commit, before or behind it. */
export interface Ending {
  /** What makes the tests green again, whatever was done. */
  mend: string[];
  /** The last of them runs the tests. */
  run: string[];
  push: string[];
}

/** A detached HEAD gets the name of a branch: git itself refuses `git push origin HEAD` without one. */
const NAMED = 'git symbolic-ref -q HEAD || git switch -qC named';

export const endings = (world: World): fc.Arbitrary<Ending> => {
  const add = 'git add -A && git commit -q --allow-empty -m done';
  const kept = Object.keys(world.files).filter((file) => !world.sources.includes(file));
  const mend = [
    // A project whose own settings were reverted is none whose tests are known.
    ...kept.map((file) => `git checkout -q origin/main -- ${file}`),
    ...world.sources.map((file) => write(file, world.source(file, 3))),
    `rm -f ${['extra', 'more', 'renamed', 'moved'].map(world.another).join(' ')}`,
  ];
  return fc
    .tuple(whole(world), fc.integer({ min: 0, max: 3 }), one(['HEAD', 'HEAD:refs/heads/ready']))
    .map(([command, order, target]) => ({
      mend: [mend.join('; ')],
      run: [[add, command], [command], [`${command} && ${add}`], [add, command]][order]!,
      push: [...(order === 1 ? [add] : []), ...(target === 'HEAD' ? [NAMED] : []), `git push -qf origin ${target}`],
    }));
};
