import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take the longest: one that began last would be alone with its worker at the end of a run. */
const LONGEST = [
  'packages/hooks/test/sealed.client.test.ts',
  'packages/hooks/test/push.client.test.ts',
  'packages/hooks/test/tamper.client.test.ts',
  'packages/cli/test/loops-typescript.client.test.ts',
  'packages/cli/test/loops-go.client.test.ts',
  'packages/hooks/test/sealed.test.ts',
  'packages/cli/test/driver.test.ts',
  'packages/cli/test/loops.test.ts',
  'packages/cli/test/package.test.ts',
  'packages/cli/test/ship.test.ts',
  'packages/hooks/test/workflow.test.ts',
  'packages/cli/test/machines.test.ts',
  'packages/hooks/test/exec.test.ts',
  'packages/hooks/test/doctor.test.ts',
  'packages/hooks/test/capture.test.ts',
  'packages/hooks/test/guards.test.ts',
];

/** Vitest's own order, behind the files that take the longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
