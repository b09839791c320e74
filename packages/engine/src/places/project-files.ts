import path from 'node:path';
import { namesIn } from '@flow/evidence/disk/names-in';
import { readSmall } from '@flow/evidence/disk/read-small';

/*
 * Agents and skills that an installation writes into a project: whole files, known as ours by a comment in their front
 * matter. Without it a file is the project's own, whatever its name.
 */

/** `MARK` is the line behind the first `---`. */
const MARK = '# Written by `flow init`, which also brings it up to date.';

/** A project's file is brought whole by the caller of an installation. */
export interface ProjectFile {
  part: 'agent' | 'skill';
  /** Relative to the repository, with `/`. */
  path: string;
  /** Markdown with front matter, without the mark. */
  text: string;
}

/** Returns the text with the mark in its front matter. */
export const marked = (text: string): string => text.replace(/^---\r?\n/, (first) => `${first}${MARK}\n`);

/** Tells whether a file's text says that it is ours. */
export const isMarked = (text: string): boolean => /^---\r?\n/.test(text) && text.slice(0, 200).includes(MARK);

const AGENTS = '.claude/agents';
const SKILLS = '.claude/skills';

/** Agents that flow reviews with bear such names; one of that name is believed when it judges, whoever wrote it. */
const AGENT_FILE = /^\.claude\/agents\/(?:.*\/)?flow-[^/]*\.md$/i;

/** The name of an agent of ours in the front matter, which is what the client goes by. */
const AGENT_NAME = /^name:[ \t]*["']?flow-/im;

/** Tells whether a file of a project is, or would be, an agent or a skill of ours. `file` is relative, with `/`. */
export function isPromptFile(file: string, text: string): boolean {
  if (AGENT_FILE.test(file)) return true;
  if (/^\.claude\/agents\/.*\.md$/i.test(file)) return isMarked(text) || AGENT_NAME.test(text);
  return /^\.claude\/skills\/[^/]+\/SKILL\.md$/i.test(file) && isMarked(text);
}

/**
 * Returns the agents and skills of ours in a work tree, relative to it: agents by name or mark, skills by the mark. A
 * few reads; nothing where the folders are missing.
 */
export function promptFiles(root: string): { part: ProjectFile['part']; path: string; text: string }[] {
  const agents = namesIn(path.join(root, AGENTS))
    .slice(0, MAX_NAMES)
    .map((name) => ({
      part: 'agent' as const,
      path: `${AGENTS}/${name}`,
    }));
  const skills = namesIn(path.join(root, SKILLS))
    .slice(0, MAX_NAMES)
    .map((name) => ({
      part: 'skill' as const,
      path: `${SKILLS}/${name}/SKILL.md`,
    }));
  return [...agents, ...skills].flatMap((one) => {
    const text = readSmall(path.join(root, one.path));
    return text !== undefined && isPromptFile(one.path, text) ? [{ ...one, text }] : [];
  });
}

const MAX_NAMES = 200;
