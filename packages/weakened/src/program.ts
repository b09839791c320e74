#!/usr/bin/env node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FileSet, Finding } from './finding.js';
import { type Changed, changedFunctions } from './functions/changed.js';
import { keeper } from './keep.js';
import { type Request, requestOf } from './request.js';
import { contentsSince } from './since.js';
import { openGrammars } from './syntax/grammars.js';
import { languageOf } from './syntax/language-of.js';
import { findWeakened } from './weakened.js';

/*
 * `flow-weakened <folder before> <folder after>` compares two folders; `flow-weakened --since <commit>` compares the work tree
 * with where the work began, and tells it in lines; `flow-weakened -` takes `{"before": {path: text}, "after": {…},
 * "intended": […], "keep": folder}` from standard input. Prints `{"version": 1, "findings": […]}`. Exit codes:
 * 0 nothing found but what a claim answers, 1 findings, 2 a request that cannot be read. `flow-weakened functions` takes `{"before": {…}, "after": {…},
 * "whole": [path…]}` and prints `{"version": 1, "functions": […], "unread": [path…]}`: the functions that changed, with wrong
 * implementations of each.
 */

const MAX_BYTES = 1024 * 1024;
const LEFT_OUT = /^(?:node_modules|\.git|target|dist|build|vendor|\.venv)$/;

function folder(root: string): FileSet {
  const found: Record<string, string> = {};
  const visit = (directory: string): void => {
    for (const entry of readdirSync(path.join(root, directory), { withFileTypes: true })) {
      const name = path.posix.join(directory, entry.name);
      if (entry.isDirectory() && !LEFT_OUT.test(entry.name)) visit(name);
      else if (entry.isFile()) {
        const bytes = readFileSync(path.join(root, name));
        if (bytes.length <= MAX_BYTES && !bytes.includes(0)) found[name] = bytes.toString('utf8');
      }
    }
  };
  visit('');
  return found;
}

/** Finds what was weakened; grammars are loaded only for what is not kept. */
async function look(
  before: FileSet,
  after: FileSet,
  intended: readonly string[],
  keep: string | undefined,
): Promise<Finding[]> {
  const kept = keeper(keep);
  const isOpen = (file: string, content: string) =>
    languageOf(file) !== undefined && kept.get(file, content) === undefined;
  const open = [before, after].flatMap((files) =>
    Object.entries(files).filter(([file, content]) => isOpen(file, content)),
  );
  const parse = await openGrammars(open.map(([file]) => languageOf(file)!));
  return findWeakened(before, after, parse, { intended, kept });
}

async function lookAtFunctions({ before, after, whole }: Request): Promise<Changed> {
  const parse = await openGrammars(Object.keys({ ...before, ...after }).flatMap((file) => languageOf(file) ?? []));
  return changedFunctions(before, after, parse, new Set(whole));
}

const USAGE = `usage: flow-weakened <folder before> <folder after>
       flow-weakened --since <commit> [--json]
       flow-weakened - < request.json
       flow-weakened functions < request.json
       flow-weakened --version | --help
`;

const versionHere = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

/** A line of foreign text without what a terminal would take for a command. */
const lineOf = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();

const told = ({ kind, path: file, line, test, before, after, claim }: Finding): string => {
  const change = [before && `was ${before}`, after && `is ${after}`].filter(Boolean).join(', ');
  const answer = claim === undefined ? '' : ` (meant by claim ${claim})`;
  return `${lineOf(`${file}:${line} ${kind}${test === undefined ? '' : ` of ${test}`}: ${change}${answer}`)}\n`;
};

/** What a claim answers asks for nothing. */
const codeOf = (findings: readonly Finding[]): number => (findings.some(({ claim }) => claim === undefined) ? 1 : 0);

/** Says why nothing was looked at; 2. */
function refuse(why: string): number {
  process.stderr.write(why);
  return 2;
}

async function main(words: readonly string[]): Promise<number> {
  const [one, other] = words;
  if (one === '--version' || one === '--help') {
    process.stdout.write(one === '--help' ? USAGE : `${versionHere()}\n`);
    return 0;
  }
  let findings: Finding[];
  if (one === '-' || one === 'functions') {
    const request = requestOf(await text(process.stdin));
    if (request === null)
      return refuse('flow-weakened: expected {"before": {path: text}, "after": {path: text}} on standard input\n');
    if (one === 'functions') {
      process.stdout.write(`${JSON.stringify({ version: 1, ...(await lookAtFunctions(request)) })}\n`);
      return 0;
    }
    findings = await look(request.before, request.after, request.intended, request.keep);
  } else if (one === '--since' && other !== undefined) {
    let contents: [FileSet, FileSet];
    try {
      contents = contentsSince(other, process.cwd());
    } catch (fault) {
      return refuse(`flow-weakened: ${lineOf((fault as Error).message)}\n`);
    }
    findings = await look(...contents, [], undefined);
    if (!words.includes('--json')) {
      process.stdout.write(findings.length === 0 ? 'No weakened test was found.\n' : findings.map(told).join(''));
      return codeOf(findings);
    }
  } else if (one !== undefined && other !== undefined) {
    let folders: [FileSet, FileSet];
    try {
      folders = [folder(one), folder(other)];
    } catch (fault) {
      return refuse(`flow-weakened: ${(fault as Error).message}\n`);
    }
    findings = await look(...folders, [], undefined);
  } else return refuse(USAGE);
  process.stdout.write(`${JSON.stringify({ version: 1, findings })}\n`);
  return codeOf(findings);
}

process.exitCode = await main(process.argv.slice(2));
