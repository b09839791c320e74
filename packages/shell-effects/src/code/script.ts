import { posix } from 'node:path';
import { publishes } from '../bash/speculate.js';
import { contentOf, emitRead } from '../disk/paths.js';
import { isProductBuild, isStartedByHand } from '../starts/product-calls.js';
import { baseName, HOLE, isKnown, resolvePath, type Scope, spell, under } from '../state.js';
import { asDryRun } from './dry-run.js';
import { asHelp } from './help.js';
import type { Language } from './literals.js';
import { readCode } from './read.js';
import { EXECUTES } from './starts.js';
import { asTargets } from './targets.js';
import { testsElsewhere } from './test-files.js';

/** `INSTALLED` matches the files of installed tools: what they do is known by their names, not by their code. */
const INSTALLED = /(?:^|\/)(?:node_modules|site-packages|\.?venv)\//;

/** A script on disk, or one that the line has made: what its code does with these words. */
export function runScript(
  path: string,
  language: Language,
  words: readonly string[],
  { session, shell, frame }: Scope,
): void {
  const text = INSTALLED.test(path) ? undefined : contentOf(session, shell, path);
  emitRead(session, shell, path, language);
  if (text === HOLE) {
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: path.slice(0, 200),
      reason: 'a script that this command creates or fetches',
    });
    return;
  }
  const place = resolvePath(path, shell, session);
  const { products } = session.context;
  if (isStartedByHand({ path: isKnown(place) ? place : path, text, words }, products)) {
    const spelled = spell([language, path, ...words]);
    session.effects.push({ kind: 'disarm', what: 'calledByHand', spelled });
    return;
  }
  if (text === undefined) return;
  const start = session.effects.length;
  const beside = (place: string) =>
    contentOf(session, shell, posix.join(posix.dirname(path), place)) ?? contentOf(session, shell, place);
  // A module of its own by that name is not Python's.
  const asked = beside('argparse.py') === undefined ? asHelp(asTargets(text, language, words), language, words) : text;
  const own = nameOwnFolder(
    asDryRun(asked, language, words, EXECUTES),
    resolvePath(posix.dirname(path), shell, session),
    baseName(path),
  );
  const inner = { ...under(frame, baseName(path)), fromFile: true };
  const isBuild = isProductBuild(path, products);
  readCode({ text: own, language, words, isInline: false, isBuild, beside }, session.at(shell, inner));
  if (testsElsewhere(baseName(path), text)) {
    const kept = session.effects.splice(start).filter((one) => !publishes(one));
    session.effects.push(...kept);
  }
}

/**
 * Returns a script that names its own folder, in the ways of Node and Python, with the folder's path in their place.
 */
function nameOwnFolder(text: string, folder: string | undefined, name: string): string {
  if (!isKnown(folder)) return text;
  const literal = JSON.stringify(folder);
  return text
    .replace(/\bimport\.meta\.(?:url|filename)\b|\b__filename\b/g, () => JSON.stringify(posix.join(folder, name)))
    .replace(
      /\b(?:__dirname\b|import\.meta\.dirname\b|os\.path\.dirname\((?:os\.path\.(?:abspath|realpath)\(__file__\)|__file__)\))/g,
      () => literal,
    )
    .replace(/\bPath\(__file__\)(?:\.(?:resolve|absolute)\(\))?\.parent\b/g, () => `Path(${literal})`);
}
