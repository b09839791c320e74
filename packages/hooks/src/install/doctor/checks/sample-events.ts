import { join } from 'node:path';
import type { Client } from '@flow/clients/client';
import type { SampleProject } from './sample-project.js';

/** A hook's process, what it is told, and how it must answer. */
export interface Sample {
  id: string;
  title: string;
  /** The answer that the hook must give for the guard to be worth something. */
  expected: 'refuse' | 'pass';
  /** Arguments after the launcher, or after the program for git. */
  words: string[];
  input: string;
  program: string;
}

/** Returns the events of a client, sent to the launcher from the project. */
export function clientSamples(client: Client, launcher: string, project: SampleProject): Sample[] {
  const { words, idPrefix, titlePrefix, common, events } = client.samples(project);
  const { place, directory } = project;
  const session = { session_id: 'doctor', transcript_path: join(place, 'transcript.jsonl'), cwd: directory };
  return events.map(({ name, about, fields, isPush = false }) => ({
    id: `${idPrefix}${name}${isPush ? '-push' : ''}`,
    title: `${titlePrefix}${name}${about === undefined ? '' : `, ${about}`}`,
    expected: isPush ? 'refuse' : 'pass',
    words: [name, ...words],
    input: JSON.stringify({ ...session, ...common, hook_event_name: name, ...fields }),
    program: launcher,
  }));
}

/** Git's own hook at the push of the commit that was not tested. */
export function gitSample(program: string, { remote, head }: SampleProject): Sample {
  return {
    id: 'git-pre-push',
    title: 'git pre-push, an untested push',
    expected: 'refuse',
    words: ['--git', 'pre-push', 'origin', remote],
    input: `refs/heads/doctor ${head} refs/heads/doctor ${'0'.repeat(40)}\n`,
    program,
  };
}
