const assert = require('assert');
for (let i = 0; i < 120; i++) it(`number ${i}`, () => assert.ok(i % 40));
