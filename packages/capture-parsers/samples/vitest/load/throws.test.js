throw new Error('top level 3 passed');
