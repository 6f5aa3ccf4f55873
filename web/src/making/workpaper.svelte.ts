/** A paper that is being worked on: one text, one document, kept in step by the server; undo, redo and a draft. */

import { draftOf, keepDraft, type Bench } from "../lib/papers";
import type { PaperShown } from "../lib/protocol";
import type { Document } from "./document";

/** What stood here at some time, and which of the two was changed last: the other follows from it. */
interface Version {
  text: string;
  document: Document | undefined;
  isWritten: boolean;
}

/** How long somebody may pause while typing before the umpire looks at it. */
const PAUSE = 350;
/** Changes of one field within this time are undone together. */
const BURST = 900;
const MOST_VERSIONS = 200;

export class Workpaper {
  text = $state("");
  /** What forms show. While the text is no document at all, it stays what it last was. */
  document = $state.raw<Document | undefined>();
  shown = $state.raw<PaperShown | undefined>();
  trouble = $state("");
  isBusy = $state(false);
  isDraft = $state(false);
  /** Whether the text can be shown as a form at all. */
  isDocument = $state(true);
  #past = $state.raw<Version[]>([]);
  #future = $state.raw<Version[]>([]);
  #asked = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #changed = { where: "", when: 0 };
  #isWritten = true;
  #bench: Bench;
  #name: string;

  constructor(bench: Bench, name: string) {
    this.#bench = bench;
    this.#name = name;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** The draft, if there is one. */
  resume(): boolean {
    const draft = draftOf(this.#name);
    if (draft === null) return false;
    this.isDraft = true;
    this.text = draft;
    void this.#load(() => this.#bench.check(draft), false);
    return true;
  }

  /** Something new in place of what lies here: an example, a made one, a file. */
  take(work: () => Promise<PaperShown>): Promise<void> {
    return this.#load(work, true);
  }

  /** A text that somebody typed or opened. */
  write(text: string): void {
    this.#remember("text");
    this.#turnTo({ text, document: this.document, isWritten: true });
  }

  /** A document that somebody filled in. Changes at one place in a row are undone together. */
  fill(document: Document, where: string): void {
    this.#remember(where);
    this.#turnTo({ text: this.text, document, isWritten: false });
  }

  undo(): void {
    this.#go(
      this.#past,
      (rest) => (this.#past = rest),
      (now) => (this.#future = [...this.#future, now]),
    );
  }

  redo(): void {
    this.#go(
      this.#future,
      (rest) => (this.#future = rest),
      (now) => (this.#past = [...this.#past, now]),
    );
  }

  leave(): void {
    clearTimeout(this.#waiting);
  }

  #go(from: Version[], keep: (rest: Version[]) => void, aside: (now: Version) => void): void {
    const found = from.at(-1);
    if (!found) return;
    aside(this.#now);
    keep(from.slice(0, -1));
    this.#changed = { where: "", when: 0 };
    this.#turnTo(found);
  }

  get #now(): Version {
    return { text: this.text, document: this.document, isWritten: this.#isWritten };
  }

  #remember(where: string): void {
    const isSame = where !== "" && where === this.#changed.where && Date.now() - this.#changed.when < BURST;
    this.#changed = { where, when: Date.now() };
    if (isSame || (!this.text && !this.document)) return;
    this.#future = [];
    this.#past = [...this.#past, this.#now].slice(-MOST_VERSIONS);
  }

  /** Shows a version at once, and asks the umpire about it when nothing more is changed for a moment. */
  #turnTo(version: Version): void {
    const { text, document, isWritten } = version;
    this.text = text;
    this.document = document;
    this.#isWritten = isWritten;
    if (isWritten) keepDraft(this.#name, text);
    clearTimeout(this.#waiting);
    this.#asked++;
    const work = () => (isWritten || !document ? this.#bench.check(text) : this.#bench.fill(document, text));
    this.#waiting = setTimeout(() => void this.#load(work, false), PAUSE);
  }

  /** Only the answer to the latest question counts. */
  async #load(work: () => Promise<PaperShown>, isNew: boolean): Promise<void> {
    const mine = ++this.#asked;
    clearTimeout(this.#waiting);
    this.isBusy = true;
    try {
      const found = await work();
      if (mine === this.#asked) this.#show(found, isNew);
    } catch (error) {
      if (mine === this.#asked) this.trouble = (error as Error).message;
    } finally {
      if (mine === this.#asked) this.isBusy = false;
    }
  }

  #show(found: PaperShown, isNew: boolean): void {
    if (isNew) {
      this.#remember("");
      this.isDraft = false;
    }
    this.trouble = "";
    this.shown = found;
    this.text = found.text;
    this.isDocument = found.document != null;
    if (found.document) this.document = found.document;
    keepDraft(this.#name, isNew ? undefined : found.text);
  }
}
