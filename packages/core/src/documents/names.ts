/** The documents in which claims, and the tests that are planned for each, are read, by their names in a workflow. */
export const SPECIFICATION = 'spec';
export const TEST_MAP = 'test-shape';
