let times = 0;
it('third time', function () {
  this.retries(3);
  if (++times < 3) throw new Error(`try ${times}`);
});
