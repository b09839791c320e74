import { runDoctor } from '../install/doctor/doctor.js';
import { doctorReport, renderDoctor, wantsColor } from '../install/doctor/render.js';
import { type Command, out } from './command.js';

declare const FLOW_VERSION: string;

export const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  summary: 'check that the guard is armed, and show how to fix problems',
  options: { json: { type: 'boolean', about: 'print JSON' } },
  run({ directory, environment, values }) {
    const checks = runDoctor({ directory, environment, version: FLOW_VERSION });
    const report = doctorReport(checks);
    out(
      values.json
        ? `${JSON.stringify(report, null, 2)}\n`
        : renderDoctor(checks, { color: wantsColor(environment, process.stdout.isTTY) }),
    );
    return report.ok ? 0 : 1;
  },
};
