/**
 * What the calls of scripting languages do with their arguments, by the last part of their names. One letter an argument:
 * `w` written, `d` deleted, `D` deleted with all beneath, `m` moved away, `l` a link made, `c` mode or times changed,
 * `i` written into, `t` a target that may be a folder, `r` read, `-` nothing. A `*` lets the last letter hold for all that
 * follow.
 */
const CALLS: Readonly<Record<string, string>> = {
  // node
  writefile: 'w',
  appendfile: 'w',
  createwritestream: 'w',
  outputfile: 'w',
  outputjson: 'w',
  writejson: 'w',
  copyfile: 'rt',
  cp: 'rt',
  rename: 'mt',
  unlink: 'd*',
  rm: 'D',
  rmdir: 'D',
  mkdir: 'w',
  mkdtemp: 'i',
  symlink: '-l',
  link: '-l',
  truncate: 'w',
  utimes: 'c',
  lutimes: 'c',
  chmod: 'c',
  chown: 'c',
  readfile: 'r',
  set_key: 'w',
  unset_key: 'w',
  createreadstream: 'r',
  ensurefile: 'w',
  emptydir: 'D',
  writetextfile: 'w',
  // python
  remove: 'D*',
  replace: 'mt',
  renames: 'mt',
  removedirs: 'd',
  rmtree: 'D*',
  remove_tree: 'D*',
  makedirs: 'w',
  mkfifo: 'w',
  mknod: 'w',
  utime: 'c',
  copy: 'rt',
  copy2: 'rt',
  copy_file: 'rt',
  copymode: '-c',
  copystat: '-c',
  copytree: 'ri',
  move: 'mt',
  extractall: 'i',
  unpack_archive: 'ri',
  make_archive: 'w',
  urlretrieve: '-w',
  savefig: 'w',
  to_csv: 'w',
  to_json: 'w',
  to_excel: 'w',
  to_parquet: 'w',
  to_pickle: 'w',
  savetxt: 'w',
  filehandler: 'w',
  imwrite: 'w',
  // perl, ruby, php
  delete: 'D*',
  touch: 'w*',
  rm_f: 'd*',
  rm_r: 'D*',
  rm_rf: 'D*',
  rmtree_: 'D*',
  safe_unlink: 'd*',
  mv: 'mt',
  cp_r: 'ri',
  ln: '-l',
  ln_s: '-l',
  ln_sf: '-l',
  install: 'rt',
  mkdir_p: 'w*',
  mkpath: 'w*',
  binwrite: 'w',
  copy_stream: 'rt',
  reopen: 'w',
  file_put_contents: 'w',
  file_get_contents: 'r',
  move_uploaded_file: '-w',
  imagepng: '-w',
  // R, julia, elixir, java, go
  'file.remove': 'd*',
  'file.create': 'w*',
  'file.copy': 'rt',
  'file.rename': 'mt',
  'dir.create': 'w',
  sink: 'w',
  writelines: '-w',
  saverds: '-w',
  write_csv: '-w',
  'write.csv': '-w',
  'write.table': '-w',
  writestring: 'w',
  deleteifexists: 'd',
  createfile: 'w',
  createdirectory: 'w',
  createdirectories: 'w',
  createsymboliclink: 'l',
  createlink: 'l',
  filewriter: 'w',
  fileoutputstream: 'w',
  printwriter: 'w',
  create: 'w',
  removeall: 'D',
  mkdirall: 'w',
  creat: 'w',
};

/** Calls whose names say too little: they count only behind one of these. */
const OWNED: Readonly<Record<string, RegExp>> = {
  write: /(?:\bFile|\bIO|\bBun|\bFiles|\bDeno)$/,
  copy: /(?:\bshutil|\bFiles|\bFile|\bFileUtils|\bfs|\bfse?|^|\bDeno)$/,
  move: /(?:\bshutil|\bFiles|\bFileUtils|\bfs|\bfse?|^)$/,
  replace: /\bos$/,
  remove: /(?:\bos|\bfs|\bDeno|\bshutil|\bfse?|^|\bFile|\bFileUtils|\))$/,
  delete: /(?:\bFile|\bFiles|\bDir|\bFileUtils|\bIO|^)$/,
  rename: /(?:\bos|\bfs|\bFile|\bfsp|\bpromises|\bDeno|^|\)|\bFileUtils|\w)$/,
  create: /(?:\bos|\bDeno|\bFile)$/,
  install: /\bFileUtils$/,
  rm: /.*/,
};

/**
 * Tells what a call does with its arguments; undefined when it is none that changes files. `owner` is what stands
 * before the name.
 */
export function argumentsOf(owner: string, name: string, isBare: boolean): string | undefined {
  const key = name.toLowerCase().replace(/sync$|!$/, '');
  const found = key === 'write' ? 'w' : Object.hasOwn(CALLS, key) ? CALLS[key] : undefined;
  if (found === undefined) return undefined;
  const owned = Object.hasOwn(OWNED, key) ? OWNED[key] : undefined;
  if (owned !== undefined && !owned.test(owner)) return undefined;
  // `copy "a"` as a command is no call of a file's in most languages.
  return isBare && /^(?:replace|install|create)$/.test(key) ? undefined : found;
}
