/** Names of a project's configuration, the first that is there counts. */
export const CONFIG_NAMES = ['flow.config.yaml', 'flow.config.yml', 'flow.config.json'];
