import { expect, test } from "vitest";
import { sha256 } from "./sha256";

async function known(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("it is what the browser's own is, whatever the length", async () => {
  for (let length = 0; length < 140; length++) {
    const text = "né".repeat(length);
    expect(sha256(text)).toBe(await known(text));
  }
});
