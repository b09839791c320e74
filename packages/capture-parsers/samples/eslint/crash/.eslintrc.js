module.exports = { root: true, rules: { 'nope/rule': 2, boom: 2 }, plugins: ['nope'] }
