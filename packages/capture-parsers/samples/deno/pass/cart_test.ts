Deno.test("adds", () => {
  if (1 + 2 !== 3) throw new Error("no");
});
Deno.test("totals", async (t) => {
  await t.step("of none", () => {});
});
Deno.test({ name: "later", ignore: true, fn() {} });
