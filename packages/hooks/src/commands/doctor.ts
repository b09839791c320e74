import { runDoctor } from '../install/doctor/doctor.js';
import { doctorReport, renderDoctor, wantsColor } from '../install/doctor/render.js';
import type { Command } from './command.js';

declare const FLOW_VERSION: string;

export const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  summary: 'check that the guard is armed, and show how to fix problems',
  run({ directory, environment }) {
    const checks = runDoctor({ directory, environment, version: FLOW_VERSION });
    const report = doctorReport(checks);
    const color = wantsColor(environment, process.stdout.isTTY);
    return { exit: report.ok ? 0 : 1, data: report, text: renderDoctor(checks, { color }) };
  },
};
