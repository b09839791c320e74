import { type Call, spell } from '../state.js';

/**
 * Reports that a program other than git publishes commits from the current folder; `front` is how it is called to do
 * so.
 */
export function emitPublish(front: string, { argv, session, shell, frame }: Call): void {
  session.effects.push({
    kind: 'publish',
    front,
    directory: shell.cwd,
    spelled: spell(argv),
    certain: frame.certain,
  });
}
