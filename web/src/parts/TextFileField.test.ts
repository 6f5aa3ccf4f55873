import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import TextFileField from "./TextFileField.svelte";

function field(value: string, schema = {}) {
  const onchange = vi.fn();
  render(TextFileField, { id: "f", label: "Party", schema, value, onchange });
  return onchange;
}

test("a word that the game knows can be typed", async () => {
  const onchange = field("human");
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: "android" } });
  expect(onchange).toHaveBeenCalledWith("android");
});

test("where only a file will do there is nothing to type", () => {
  field("", { default: "" });
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a file is read and handed on as its text", async () => {
  const onchange = field("human");
  const file = new File(['name = "Ours"\n'], "ours.toml");
  await fireEvent.change(screen.getByLabelText("Open a file for Party"), { target: { files: [file] } });
  await vi.waitFor(() => expect(onchange).toHaveBeenCalledWith('name = "Ours"\n'));
});

test("a file that was taken is told by its name and can be put away", async () => {
  const onchange = field('# ours\nname = "The Seven"\nsize = 7\n', { default: "generated" });
  expect(screen.getByText(/The Seven/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Put away Party: The Seven" }));
  expect(onchange).toHaveBeenCalledWith("generated");
});
