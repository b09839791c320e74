Deno.test("adds", () => {
  if (1 + 2 !== 3) throw new Error("no");
});
Deno.test("is bad", () => {
  console.log("ok | 9 passed | 0 failed (1ms)");
  throw new Error("boom");
});
Deno.test("totals", async (t) => {
  await t.step("of none", () => {
    throw new Error("step");
  });
});
