import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { takeTree } from '../index.js';

/** What a checkout would write otherwise, as `how:path`. */
function unlike(repo: TempRepository): string[] {
  const taken = takeTree(repo.repository, { views: [], compared: true });
  if ('failed' in taken) throw new Error(taken.failed);
  return taken.unlike!.map(({ how, path }) => `${how}:${path}`);
}

/** Writes a file so long ago that git takes it for what it was added as, by its times. */
function writeOld(repo: TempRepository, file: string, text: string): void {
  repo.write(file, text);
  utimesSync(join(repo.root, file), 1e9, 1e9);
}

const AUTOCRLF = ['-c', 'core.autocrlf=input', 'add', '-A'];

/** A file of which git stores LF and the disk has CRLF, as it was added under a setting that holds no more. */
function converted(files: Record<string, string> = { 'a.txt': 'a\n', 'b.txt': 'b\n' }): TempRepository {
  const repo = tempRepository(files);
  writeOld(repo, 'a.txt', 'a\r\nb\r\n');
  repo.git(...AUTOCRLF);
  expect(repo.git('status', '--short')).toBe('M  a.txt');
  return repo;
}

describe('E4 bytes that git stored under a setting that holds no more', () => {
  test('line ends: seen each time, until git stores or writes what is there', () => {
    const repo = converted();
    expect(unlike(repo)).toEqual(['stored:a.txt']);
    repo.git('commit', '-qm', 'converted');
    expect(unlike(repo)).toEqual(['stored:a.txt']);
    repo.write('a.txt', 'a\r\nb\r\n');
    repo.git('add', 'a.txt');
    expect(unlike(repo)).toEqual([]);
  });

  test('a filter that keeps the length, named by attributes that are gone', () => {
    const repo = tempRepository({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    writeOld(repo, 'a.txt', 'two\n');
    repo.write('../attributes', '*.txt filter=up\n');
    const attributes = `core.attributesFile=${join(repo.root, '../attributes')}`;
    repo.git('-c', attributes, '-c', 'filter.up.clean=tr a-z A-Z', 'add', 'a.txt');
    expect(unlike(repo)).toEqual(['stored:a.txt']);
  });

  test('what was found as it should be is remembered: the same index is not looked at again', () => {
    const repo = tempRepository({ 'a.txt': 'a\n' });
    expect(unlike(repo)).toEqual([]);
    const file = join(repo.repository.evidence, 'stored-index');
    expect(existsSync(file)).toBe(true);
    // Content under another id is nothing that git itself makes: whoever remembers does not read it.
    const before = repo.git('rev-parse', ':a.txt');
    writeOld(repo, 'a.txt', 'x\n');
    repo.git(...AUTOCRLF);
    expect(repo.git('rev-parse', ':a.txt')).not.toBe(before);
    expect(unlike(repo)).toEqual([]);
  });

  test('among more files than are read, by the sizes that git stores', () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`more/${at}.txt`, `${at}\n`]));
    const repo = converted({ ...many, 'a.txt': 'a\n' });
    expect(unlike(repo)).toEqual(['stored:a.txt']);
  });

  test.each<[name: string, words: string[]]>([
    ['version 4', ['update-index', '--index-version', '4']],
    ['a split index', ['update-index', '--split-index']],
    ['no digest', ['-c', 'index.skipHash=true', 'update-index', '--force-write-index']],
  ])('an index of another form: %s', (_name, words) => {
    const repo = converted({ 'a.txt': 'a\n', link: 'a name that ends as the extension of a split index is called\n' });
    repo.git(...words);
    expect(unlike(repo)).toEqual(['stored:a.txt']);
  });

  test('nothing where the content is what was added, of whatever kind', () => {
    const repo = tempRepository({ 'a.txt': 'a\r\n', 'empty.txt': '', 'b.bin': '\0\r\n' });
    repo.write('a.txt', 'changed\r\n');
    repo.write('new.txt', 'new\r\n');
    expect(unlike(repo)).toEqual([]);
  });
});
