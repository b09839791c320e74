import { hashOf } from '@flow/clients/codex/trust';
import type { HandlerGroup } from '@flow/clients/registrations';
import type { TempRepo } from '@flow/test-kit';
import { hostNamed } from '../src/install/host-files/host-files.js';

const codex = hostNamed('codex')!;

/** What the person's configuration says once the folder, and each hook as it is, are trusted. */
export function trust(repo: TempRepo): string {
  const hooks = codex.registrations.map((one) => {
    const event = one.event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
    const key = JSON.stringify(`${repo.path('.codex/hooks.json')}:${event}:0:0`);
    return `[hooks.state.${key}]\ntrusted_hash = "${hashOf(one.event, codex.groupOf(one) as HandlerGroup)}"\n`;
  });
  return `${trustedFolder(repo)}${hooks.join('')}`;
}
/** What the configuration says once only the folder is trusted. */
export const trustedFolder = (repo: TempRepo) => `[projects.${JSON.stringify(repo.root)}]\ntrust_level = "trusted"\n`;
