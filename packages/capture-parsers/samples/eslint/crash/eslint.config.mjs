export default [{ plugins: { x: { rules: { boom: { create() { throw new Error('boom'); } } } } }, rules: { 'x/boom': 'error' } }];
