import { findRepository, isBare } from '@flow/evidence/fast';
import { runDoctor, typedAt } from '../install/doctor/doctor.js';
import { doctorReport, renderDoctor, wantsColor } from '../install/doctor/render.js';
import { tryClient } from '../install/doctor/trial/try-client.js';
import { hostNamed, unknownClient } from '../install/host-files/host-files.js';
import { type Command, usage } from './command.js';

declare const FLOW_VERSION: string;

export const doctor: Command = {
  name: 'doctor',
  usage: '[--try <client>] [--json]',
  summary: 'check that the guard is armed, and show how to fix problems',
  options: {
    try: {
      type: 'string',
      value: 'client',
      about:
        'start that client once, against a scripted model on this machine, and say whether it asks the guard (a minute at most)',
    },
  },
  async run(call) {
    const { directory, environment, values } = call;
    const client = typeof values.try === 'string' ? hostNamed(values.try) : null;
    if (client === undefined) return usage(call, doctor, unknownClient(String(values.try)));
    const checks = runDoctor({ directory, environment, version: FLOW_VERSION });
    const repository = client && findRepository(directory);
    if (client && repository && !isBare(repository))
      checks.push(typedAt(await tryClient(client, { repository, environment, version: FLOW_VERSION }), directory));
    const report = doctorReport(checks);
    const color = wantsColor(environment, process.stdout.isTTY);
    return { exit: report.ok ? 0 : 1, data: report, text: renderDoctor(checks, { color }) };
  },
};
