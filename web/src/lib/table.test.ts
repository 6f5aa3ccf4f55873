import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board, Cards, Present } from "./protocol";
import { Connection } from "./table.svelte";

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Array<Record<string, unknown>> = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.onclose?.({ code: 1000 });
  }
  hear(...messages: unknown[]) {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
}

const event = (position: number, text: string) => ({ kind: "event", rule: "a.b", text, position });
const present = (more: Partial<Present>) => ({
  kind: "present",
  match: "m",
  game: "duel",
  seat: "p1",
  is_host: false,
  position: 0,
  turn: 1,
  since: 0,
  scene: { headline: "" },
  happenings: [],
  seats: [],
  commitment: "",
  ...more,
});
const socket = (index = -1) => FakeSocket.all.at(index)!;

let line: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  line = new Connection("m/1", "secret");
  socket().onopen!();
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it says hello with its token, which is never in the address", () => {
  expect(socket().sent).toEqual([{ kind: "hello", token: "secret" }]);
  expect(socket().url).toMatch(/\/api\/matches\/m%2F1\/live$/);
});

test("what happened is added to, and replaced from where a take-back went", () => {
  socket().hear(present({ position: 1, happenings: [event(0, "begun"), event(1, "shot")] as never }));
  socket().hear(present({ position: 2, since: 1, happenings: [event(2, "hit")] as never }));
  socket().hear(present({ position: 1, since: 1, happenings: [event(1, "spared")] as never }));
  expect(line.log.map((it) => (it.what.kind === "event" ? it.what.text : ""))).toEqual(["begun", "spared"]);
});

test("what happened belongs to the turn that it was told in, also where one ends and the next begins", () => {
  const turns = [
    { number: 4, heading: "Round 4", first: 0 },
    { number: 5, heading: "Round 5", first: 2 },
  ];
  socket().hear(
    present({
      position: 2,
      turn: 5,
      happenings: [event(1, "shot"), event(2, "hit"), event(2, "begun")] as never,
      turns,
    }),
  );
  expect(line.log.map((it) => [it.turn, it.heading])).toEqual([
    [4, "Round 4"],
    [4, "Round 4"],
    [5, "Round 5"],
  ]);
});

test("an answer carries the position it answers and keeps one busy until it is taken or refused", () => {
  socket().hear(present({ position: 4 }));
  line.answer("left");
  expect(socket().sent.at(-1)).toMatchObject({ kind: "answer", position: 4, answer: "left" });
  socket().hear(present({ position: 4 }));
  expect(line.isBusy).toBe(true);
  socket().hear({ kind: "refused", id: "1", why: "not your turn", position: 4 });
  expect([line.isBusy, line.trouble]).toEqual([false, "not your turn"]);
  line.answer("right");
  socket().hear(present({ position: 5 }), { kind: "accepted", id: "2", position: 5 });
  expect(line.isBusy).toBe(false);
});

test("a word to the others keeps nobody from answering", () => {
  socket().hear(present({ position: 4 }));
  line.say("hello");
  expect([socket().sent.at(-1)?.["kind"], line.isBusy]).toEqual(["say", false]);
});

test("what is said while the line is down is not sent, and one is told so until it is back", () => {
  socket().hear(present({ position: 4 }));
  socket().onclose!({ code: 1006 });
  const before = socket().sent.length;
  line.undo();
  expect([socket().sent.length, line.isBusy, line.trouble]).toEqual([before, false, "Not sent: the line has dropped."]);
  line.hurry();
  socket().hear(present({ position: 4 }));
  expect(line.trouble).toBe("");
});

test("a forecast is asked for once, kept for its position, and no trouble if it is refused", () => {
  socket().hear(present({ position: 4 }));
  line.foresee([1, 2]);
  const { id } = socket().sent.at(-1)!;
  socket().hear({ kind: "refused", id, why: "outside", position: 4 });
  expect([line.trouble, line.odds]).toEqual(["", { "[1,2]": [] }]);
  line.foresee([3, 4]);
  const before = socket().sent.length;
  expect(socket().sent.at(-1)).toMatchObject({ kind: "foresee", position: 4 });
  socket().hear({ kind: "foreseen", id: "9", position: 3, answer: [3, 4], outcomes: [{ outcome: "miss", value: 1 }] });
  socket().hear({ kind: "foreseen", id: "9", position: 4, answer: [3, 4], is_stale: true });
  expect(line.odds["[3,4]"]).toBeUndefined();
  socket().hear({ kind: "foreseen", id: "9", position: 4, answer: [3, 4], outcomes: [{ outcome: "hit", value: 1 }] });
  line.foresee([3, 4]);
  expect(socket().sent.length).toBe(before);
  expect(line.odds["[3,4]"]).toHaveLength(1);
  socket().hear(present({ position: 5 }));
  expect(line.odds).toEqual({});
});

test("a dropped line comes back by itself, later each time, and at once when hurried", () => {
  socket().hear(present({}));
  socket().onclose!({ code: 1006 });
  expect(line.isOpen).toBe(false);
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
  socket().onclose!({ code: 1006 });
  vi.advanceTimersByTime(600);
  expect(FakeSocket.all).toHaveLength(2);
  line.hurry();
  expect(FakeSocket.all).toHaveLength(3);
  vi.advanceTimersByTime(5000);
  expect(FakeSocket.all).toHaveLength(3);
});

test("a seat that was given away and a table that was removed are told apart and not asked for again", () => {
  socket().onclose!({ code: 4001 });
  vi.advanceTimersByTime(60_000);
  expect([line.isOut, FakeSocket.all.length]).toEqual([true, 1]);
  expect(line.farewell).toContain("your place");
  socket().onclose!({ code: 4004 });
  expect(line.farewell).toContain("removed");
});

test("attempts in vain are counted until one is let in", () => {
  for (const wait of [500, 1000, 2000]) {
    socket().onclose!({ code: 1006 });
    vi.advanceTimersByTime(wait);
  }
  expect([line.failures, line.isOut]).toEqual([3, false]);
  socket().hear(present({}));
  expect(line.failures).toBe(0);
});

test("a refusal stays until the table goes on or its pause begins or ends", () => {
  const refused = () => socket().hear({ kind: "refused", id: "", why: "not now", position: 4 });
  socket().hear(present({ position: 4, is_paused: true }));
  refused();
  socket().hear(present({ position: 4, is_paused: true }));
  expect(line.trouble).toBe("not now");
  socket().hear(present({ position: 4, is_paused: false }));
  expect(line.trouble).toBe("");
  refused();
  socket().hear(present({ position: 5, is_paused: false }));
  expect(line.trouble).toBe("");
});

test("looks come back to those who asked", async () => {
  socket().hear(present({ position: 9 }));
  const looked = line.look(3);
  socket().hear({
    kind: "looked",
    id: socket().sent.at(-1)!["id"],
    position: 3,
    turn: 1,
    scene: { headline: "then" },
    happenings: [],
  });
  expect((await looked)?.scene.headline).toBe("then");
});

test("a look that is refused, or lost with the line, ends with nothing", async () => {
  socket().hear(present({ position: 9 }));
  const refused = line.look(99);
  socket().hear({ kind: "refused", id: socket().sent.at(-1)!["id"], why: "no such position", position: 9 });
  expect(await refused).toBeUndefined();
  const lost = line.look(3);
  socket().onclose!({ code: 1006 });
  expect(await lost).toBeUndefined();
  expect(await line.look(3)).toBeUndefined();
});

test("odds that were refused may be asked for again", () => {
  socket().hear(present({ position: 4 }));
  line.foresee("left");
  socket().hear({ kind: "refused", id: socket().sent.at(-1)!["id"], why: "slow down", position: 4 });
  const before = socket().sent.length;
  line.foresee("left");
  expect(socket().sent.length).toBe(before + 1);
});

test("several messages may come in one frame, and a panel that did not change is kept", () => {
  const panel = (title: string) => ({ type: "prose", title, lines: [] });
  socket().hear(present({ position: 1, scene: { headline: "a", panels: [panel("map"), panel("sheet")] } as never }), {
    kind: "said",
    who: "Red",
    text: "hello",
    number: 1,
  });
  socket().hear(
    present({ position: 2, since: 1, scene: { headline: "b", panels: [null, panel("other sheet")] } as never }),
  );
  expect(line.chat).toHaveLength(1);
  expect(line.present?.scene.panels?.map((it) => it.title)).toEqual(["map", "other sheet"]);
});

test("of a panel that changed, the lists and items that did not are kept", () => {
  const board = { type: "board", title: "", width: 36, height: 36, unit: "in", overlays: [], sights: [] };
  const scene = (panels: unknown[]) => ({ headline: "a", panels }) as never;
  socket().hear(
    present({
      position: 1,
      scene: scene([
        { type: "cards", title: "Squad", cards: [{ id: "a" }, { id: "b" }, { id: "c" }] },
        {
          ...board,
          terrain: [{ id: "wall" }],
          pieces: [
            { id: "a", x: 1 },
            { id: "b", x: 2 },
          ],
        },
      ]),
    }),
  );
  socket().hear(
    present({
      position: 2,
      since: 1,
      scene: scene([
        { type: "cards", title: "Squad", cards: [null, { id: "d" }] },
        { ...board, terrain: null, pieces: [{ id: "a", x: 3 }, null, { id: "c", x: 4 }] },
      ]),
    }),
  );
  const [cards, field] = line.present?.scene.panels as unknown as [Cards, Board];
  expect(cards.cards.map((it) => it.id)).toEqual(["a", "d"]);
  expect(field.terrain?.map((it) => it.id)).toEqual(["wall"]);
  expect(field.pieces?.map((it) => [it.id, it.x])).toEqual([
    ["a", 3],
    ["b", 2],
    ["c", 4],
  ]);
  expect(field.overlays).toEqual([]);
});
