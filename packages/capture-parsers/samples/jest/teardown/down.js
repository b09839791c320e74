module.exports = () => {
  throw new Error('teardown broke');
};
