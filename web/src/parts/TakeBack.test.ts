import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import TakeBack from "./TakeBack.svelte";

const undo = { by: "blue", agreed: ["blue"], waiting: ["red"], to: 17, rule: "shot.range-bands", rolls: 3 };

function ask(seat: string | null, more = {}) {
  const heard = { onconsent: vi.fn(), onjump: vi.fn(), onrule: vi.fn() };
  render(TakeBack, {
    undo: { ...undo, ...more },
    seat,
    isBusy: false,
    nameOfSeat: (it: string) => it.toUpperCase(),
    ...heard,
  });
  return heard;
}

test("whoever has to agree is told what would be taken back, and can look at it", async () => {
  const heard = ask("red");
  expect(screen.getByRole("alertdialog").textContent).toMatch(
    /BLUE would like to take back an answer\s+\(range bands § ?\) and the 3 rolls since\./,
  );
  await fireEvent.click(screen.getByRole("button", { name: "Look at it" }));
  await fireEvent.click(screen.getByRole("button", { name: "Rule shot.range-bands" }));
  await fireEvent.click(screen.getByRole("button", { name: "Refuse" }));
  expect([heard.onjump.mock.calls, heard.onrule.mock.calls, heard.onconsent.mock.calls]).toEqual([
    [[17]],
    [["shot.range-bands"]],
    [[false]],
  ]);
});

test("everybody else reads for whom it waits", () => {
  ask("blue");
  expect(screen.getByText(/waits for/).textContent).toBe("A take-back waits for RED.");
});

test("what would not have happened stands there in its sentences", () => {
  render(TakeBack, {
    undo,
    told: ["Blue shoots Bill.", "Bill falls."],
    seat: "red",
    isBusy: false,
    nameOfSeat: String,
    onconsent: vi.fn(),
    onjump: vi.fn(),
    onrule: vi.fn(),
  });
  expect(screen.getAllByRole("listitem").map((it) => it.textContent)).toEqual(["Blue shoots Bill.", "Bill falls."]);
});
