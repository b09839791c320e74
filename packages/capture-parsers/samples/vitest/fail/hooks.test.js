import { beforeAll, describe, it } from 'vitest';

describe('hook fails', () => {
  beforeAll(() => {
    throw new Error('beforeAll boom');
  });
  it('victim', () => {});
});
