import { readEvidence } from '@flow/engine/facts/evidence';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { clean } from '@flow/engine/text/clean';
import { type Answer, failed } from '../answer/answer.js';
import { explainCode } from './code.js';
import { explainCommit } from './commit.js';
import { type Explained, renderExplained, type Thing } from './explained.js';
import { explainFile } from './file.js';
import { fileNamed } from './readings.js';
import { explainTest, testNamed } from './test.js';

/** Names that are listed where a name may mean several things. */
const MAX_NAMES = 8;

/** Explains a thing by all that is known without a run; a problem where nothing is called so, or several things are. */
export async function explainThing(
  { kind, name }: Thing,
  around: Surroundings,
  directory: string,
): Promise<Explained | Answer> {
  switch (kind) {
    case 'file':
      return explainFile(fileNamed(name, around, directory) ?? name, around);
    case 'test': {
      const names = testNamed(name, readEvidence(around.repository), around);
      return names.length > 1
        ? asked(
            name,
            names.map((one) => ({ kind, name: one })),
          )
        : explainTest(names[0] ?? name, around);
    }
    case 'commit':
      return (await explainCommit(name, around)) ?? unknown({ kind, name }, 'git log --oneline');
    case 'code':
      return explainCode(name, around) ?? unknown({ kind, name }, 'npx flow-hooks audit');
    default:
      return failed(
        2,
        'USAGE',
        `claims and items belong to a run of a workflow: \`npx flow explain ${kind}:…\` knows them.`,
      );
  }
}

/** Answers with an explanation, or hands on what stands in its way. */
export const answerOf = (given: Explained | Answer): Answer =>
  'thing' in given ? { exit: 0, data: given, text: renderExplained(given) } : given;

/** Answers a name that nothing here has. */
export const unknown = ({ kind, name }: Thing, remedy: string): Answer =>
  failed(2, 'USAGE', `nothing here is called \`${kind}:${clean(name, 100)}\`.`, remedy);

/** Answers a name that may mean several things, with the form of each. */
export function asked(name: string, readings: readonly Thing[]): Answer {
  const forms = readings.slice(0, MAX_NAMES).map((one) => `\`${one.kind}:${clean(one.name, 160)}\``);
  const more = readings.length > MAX_NAMES ? ` and ${readings.length - MAX_NAMES} more` : '';
  return failed(
    2,
    'USAGE',
    `\`${clean(name, 100)}\` may mean several things: ${forms.join(', ')}${more}. Ask for one of them in that form.`,
  );
}
