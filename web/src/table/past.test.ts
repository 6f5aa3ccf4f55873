import { expect, test, vi } from "vitest";
import type { Looked } from "../lib/protocol";
import { Past } from "./past.svelte";

const at = (position: number) => ({ position }) as Looked;

test("a look shows how the table stood, and the present is no look", async () => {
  const past = new Past(
    async (position) => at(position),
    () => 9,
  );
  await past.jump(4);
  expect(past.looked?.position).toBe(4);
  await past.jump(9);
  expect(past.looked).toBeUndefined();
});

test("what is passed over while one look is under way is skipped", async () => {
  const answers: Array<() => void> = [];
  const look = vi.fn((position: number) => new Promise<Looked>((done) => answers.push(() => done(at(position)))));
  const past = new Past(look, () => 9);
  const first = past.jump(1);
  void past.jump(2);
  void past.jump(3);
  answers[0]!();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!();
  await first;
  expect(look.mock.calls.map(([position]) => position)).toEqual([1, 3]);
  expect(past.looked?.position).toBe(3);
});
