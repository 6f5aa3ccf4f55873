import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Bench } from "../lib/papers";
import type { PaperCard, PaperForm, PaperShown } from "../lib/protocol";
import PaperBench from "./PaperBench.svelte";

const card: PaperCard = {
  name: "party",
  title: "Party",
  about: "",
  rule: "",
  examples: ["human", "robot"],
  wishes: {},
  option: "parties",
  suffix: "toml",
  can_print: false,
};
const sound: PaperShown = {
  text: "size = 5",
  is_legal: true,
  findings: [],
  sheet: { headline: "The Five", panels: [{ type: "facts", title: "", rows: [["food", "4"]] }] },
};
const wrong: PaperShown = {
  ...sound,
  text: "size = 99",
  is_legal: false,
  findings: [
    { grade: "odd", text: "is small", where: "Ann" },
    { grade: "illegal", text: "too many", where: "size", rule: "creation.party-size" },
  ],
};

function bench(over: Partial<Bench> = {}, more: Partial<PaperCard> = {}) {
  const made: Bench = {
    example: vi.fn(async () => sound),
    check: vi.fn(async () => wrong),
    make: vi.fn(async () => ({ ...sound, seed: 7 })),
    pdf: vi.fn(),
    form: vi.fn(),
    fill: vi.fn(),
    ...over,
  };
  const go = vi.fn();
  const { unmount: leave } = render(PaperBench, {
    bench: made,
    card: { ...card, ...more },
    gameId: "mdrg",
    uses: [{ label: "Play with it", go }],
  });
  return { made, go, leave };
}

beforeEach(() => localStorage.clear());

test("it begins with the first example and says that it is legal", async () => {
  const { made, go } = bench();
  expect(await screen.findByRole("heading", { name: "The Five" })).toBeTruthy();
  expect(made.example).toHaveBeenCalledWith("human");
  expect(screen.getByRole("status").textContent).toContain("Legal.");
  await fireEvent.click(screen.getByRole("button", { name: "Play with it" }));
  expect(go).toHaveBeenCalled();
});

test("a change of the text is judged, what is illegal comes first with its rule, and it cannot be played", async () => {
  const { made } = bench();
  const file = await screen.findByLabelText("Text of the file");
  await fireEvent.input(file, { target: { value: "size = 99" } });
  await vi.waitFor(() => expect(made.check).toHaveBeenCalledWith("size = 99"));
  const found = (await screen.findAllByRole("listitem")).map((it) => it.textContent ?? "");
  expect(found[0]).toContain("size: too many");
  expect(screen.getByRole("button", { name: "Rule creation.party-size" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play with it" })).toHaveProperty("disabled", true);
});

test("what was written is still there when one comes back, and one can begin anew", async () => {
  const first = bench();
  await fireEvent.input(await screen.findByLabelText("Text of the file"), { target: { value: "size = 99" } });
  first.leave();
  const { made } = bench();
  expect(screen.getByLabelText("Text of the file")).toHaveProperty("value", "size = 99");
  expect(made.check).toHaveBeenCalledWith("size = 99");
  await fireEvent.click(screen.getByRole("button", { name: "Begin anew" }));
  await vi.waitFor(() => expect(screen.getByLabelText("Text of the file")).toHaveProperty("value", "size = 5"));
  expect(screen.queryByRole("button", { name: "Begin anew" })).toBeNull();
});

test("a new one comes with the seed that makes it again", async () => {
  const { made } = bench();
  await screen.findByRole("heading", { name: "The Five" });
  await fireEvent.click(screen.getByRole("button", { name: "Make a new one" }));
  await vi.waitFor(() => expect(screen.getByLabelText("Seed")).toHaveProperty("value", "7"));
  await fireEvent.click(screen.getByRole("button", { name: "From this seed" }));
  await vi.waitFor(() => expect(made.make).toHaveBeenLastCalledWith({}, 7));
});

test("a late answer to an earlier text does not take the place of the present one", async () => {
  let answer: (shown: PaperShown) => void = () => undefined;
  const slow = new Promise<PaperShown>((done) => (answer = done));
  bench({ example: vi.fn(() => slow), make: vi.fn(async () => ({ ...sound, text: "new" })) });
  await fireEvent.click(screen.getByRole("button", { name: "Make a new one" }));
  answer({ ...sound, text: "old" });
  await vi.waitFor(() => expect(screen.getByLabelText("Text of the file")).toHaveProperty("value", "new"));
});

test("a form waits for the paper that it shows, so that nobody fills in an empty one by haste", async () => {
  let answer: (shown: PaperShown) => void = () => undefined;
  const slow = new Promise<PaperShown>((done) => (answer = done));
  const schema = { type: "object", properties: { name: { type: "string", title: "Name" } } };
  const form: PaperForm = { schema, picks: {}, seldom: [], rules: {}, blank: {}, fresh: {} };
  bench({ example: vi.fn(() => slow), form: vi.fn(async () => form) }, { has_form: true });
  await screen.findByText("Getting it out …");
  expect(screen.queryByLabelText("Name")).toBeNull();
  answer({ ...sound, document: { name: "The Five" } });
  await vi.waitFor(() => expect(screen.getByLabelText("Name")).toHaveProperty("value", "The Five"));
});

test("a refusal of the server is told", async () => {
  bench({
    example: vi.fn(async () => {
      throw new Error("the server is busy");
    }),
  });
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toContain("the server is busy"));
});
