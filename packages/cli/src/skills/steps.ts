import type { hooks } from '../evidence.js';
import { LEAD } from './lead.js';
import type { Skill } from './skill.js';

/** A shipped workflow is one that the program ships, with its steps. */
export type ShippedWorkflow = Awaited<ReturnType<typeof hooks>>['WORKFLOWS'][number];

/** Returns the steps of a workflow as skills: a person begins each, and none begins the next (feature C2). */
export function stepSkills({ id: workflow, title: name, steps = [] }: ShippedWorkflow): Skill[] {
  const called = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return steps.map(({ id, title, phases, asks, begin }, index): Skill => {
    const next = steps[index + 1];
    return {
      name: `${workflow}-${id}`,
      description: `A step of ${called} with flow: ${title}.`,
      ...(asks !== undefined && { hint: `[${asks}]` }),
      person: true,
      body: [
        ...(asks === undefined ? [] : ['What the user wants: $ARGUMENTS', '']),
        ...(begin ? [begin, ''] : []),
        ...(phases.length > 0
          ? [
              `This step covers ${phases.length > 1 ? 'the phases' : 'the phase'} ${phases.map((one) => `\`${one}\``).join(', ')} of the run. In any other phase, do nothing: say where the run is and which command continues it.`,
              '',
            ]
          : []),
        LEAD,
        ...(next
          ? ['', `When the run is past this step, end your turn; the user continues with \`/${workflow}-${next.id}\`.`]
          : []),
      ].join('\n'),
    };
  });
}
