throw new Error('at the top');
