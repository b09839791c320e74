import { NO_KEY, type Trial } from '../trial.js';

/** With a model of one's own, and no service, it needs no account. */
export const TRIAL: Trial = {
  words: (prompt) => ['exec', '--skip-permissions-unsafe', '-m', 'custom:scripted-0', prompt],
  environment: (url) => ({
    FACTORY_API_KEY: `fk-${NO_KEY}`,
    FACTORY_API_BASE_URL: url,
    FACTORY_AIRGAP_ENABLED: 'true',
    FACTORY_DISABLE_KEYRING: 'true',
  }),
  files(url) {
    const named = { model: 'scripted', id: 'custom:scripted-0', index: 0, displayName: 'scripted' };
    const spoken = { baseUrl: url, apiKey: NO_KEY, provider: 'anthropic', maxOutputTokens: 8000 };
    return { '.factory/settings.json': { customModels: [{ ...named, ...spoken }] } };
  },
  tool: 'Execute',
  input: (command) => ({ command, summary: 'a trial', riskLevel: 'low', riskLevelReason: 'a trial of the guard' }),
};
