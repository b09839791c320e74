import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Skill } from '@flow/core/items';
import { readFileBounded } from '@flow/evidence';
import { clean } from '../../text/clean.js';
import { installedPlugins, type Place, projectOf, textFolders } from './folders.js';
import { partsOfText } from './front-matter.js';

/** The most skills that are read, and the most of each: its front matter stands at the beginning. */
const MOST = 500;
const MAX_BYTES = 256 * 1024;

/** Folders of skills that several clients share, or that another client has. */
const SHARED = ['.agents', '.codex'];

/**
 * Returns the skills that a session here may have (feature X17): of the project and of the folders around it, of the
 * person, of the folder that agents share, and of installed plugins, whose skills have the plugin's name in front. What
 * cannot be read, what has no description and what is one too many is left out.
 */
export function skillsOf(place: Place): Skill[] {
  const shared = [projectOf(place), place.environment.HOME ?? place.environment.USERPROFILE ?? ''].filter((one) =>
    path.isAbsolute(one),
  );
  const folders = [
    ...textFolders(place).map((folder) => ({ folder: path.join(folder, 'skills'), plugin: null })),
    ...shared.flatMap((folder) => SHARED.map((name) => ({ folder: path.join(folder, name, 'skills'), plugin: null }))),
    ...installedPlugins(place).map(({ name, root }) => ({ folder: path.join(root, 'skills'), plugin: name })),
  ];
  const found = new Map<string, Skill>();
  let looked = 0;
  for (const { folder, plugin } of folders)
    for (const entry of namesOf(folder)) {
      looked += 1;
      if (looked > MOST) return [...found.values()];
      const skill = readSkill(path.join(folder, entry, 'SKILL.md'), entry, plugin);
      if (skill && !found.has(skill.name)) found.set(skill.name, skill);
    }
  return [...found.values()];
}

function namesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort().slice(0, MOST);
  } catch {
    return [];
  }
}

/** A name of a skill is typed, so it is a word; a description is a stranger's text. */
function readSkill(file: string, folder: string, plugin: string | null): Skill | null {
  const read = readFileBounded(file, MAX_BYTES, { follow: true });
  if (read.kind !== 'ok') return null;
  const { fields } = partsOfText(read.bytes.toString('utf8'));
  const { name: given, description } = fields;
  const own = typeof given === 'string' && WORD.test(given.trim()) ? given.trim() : folder;
  const text = typeof description === 'string' ? clean(description, 2000).trim() : '';
  if (text === '' || !WORD.test(own) || (plugin !== null && !WORD.test(plugin))) return null;
  return { name: plugin === null ? own : `${plugin}:${own}`, description: text };
}

const WORD = /^[\p{L}\p{N}][\p{L}\p{N}:._-]{0,79}$/u;
