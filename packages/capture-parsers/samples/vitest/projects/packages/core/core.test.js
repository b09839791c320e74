import { describe, expect, it } from 'vitest';

describe('core suite', () => {
  it('core works', () => {});
  it('core breaks', () => expect('core').toBe('core'));
});
