import { describe, expect, it } from 'vitest';

describe('ui suite', () => {
  it('ui works', () => {});
  it('ui breaks', () => expect('ui').toBe('core'));
});
