// Made from the server's protocol by `make client-types`. Do not edit.

/** Your message was carried out and stored. */
export interface Accepted {
  kind: "accepted";
  id: string;
  position: number;
}

/** Where the chances of a seat went: initial + luck + own + others is final, exactly. */
export interface Account {
  seat: string;
  name: string;
  initial: number;
  final: number;
  luck: number;
  own: number;
  others: number;
  margin: number;
  gave_away: number;
  grades: Record<string, number>;
}

/** The number that I pledged. */
export interface Add {
  kind: "add";
  number: string;
  id?: string;
}

/** What the coach says to a question. `answer` is what it would answer; others are as good. */
export interface Advice {
  text: string;
  kind: "astray" | "farewell" | "lesson";
  spots?: Array<Spot>;
  answer?: unknown;
  number?: number;
  of?: number;
}

/** Whether those who play agree to an analysis while the match goes on: who does, and who is still to be asked. */
export interface Agreed {
  agreed: Array<string>;
  missing: Array<string>;
}

/** Whether hints are allowed at a table. */
export interface Allowed {
  hints: boolean;
}

/** The whole of it. */
export interface Analysis {
  match: string;
  game: string;
  seats: Array<string>;
  initial: Record<string, number>;
  steps: Array<Judged>;
  accounts: Array<Account>;
  turning_points: Array<number>;
  lessons: Array<string>;
  thresholds: Record<string, number>;
  playouts: number;
  is_worth: boolean;
  is_over: boolean;
}

/** The analysis of a match, or how far it has got. */
export interface AnalysisShown {
  done: number;
  of: number;
  analysis?: Analysis | null;
  failed?: string;
}

/** The answer to the question at a position. */
export interface Answer {
  kind: "answer";
  position: number;
  answer: unknown;
  id?: string;
}

/** The question to your seat, or the dice you are to throw. */
export interface Asks {
  rule: string;
  question?: ShownFight | ShownChoose | ShownPickPoint | ShownAllocate | ShownWrite | ShownSeveral | null;
  dice?: Array<number>;
  label?: string;
  by?: string;
  hand?: string;
  draws?: Array<[string, number]>;
}

/** The tables awake in one process, each with how many are connected to it. */
export interface Awake {
  place: number;
  guests: Record<string, number>;
}

/** A number that runs down from its start: life, armour, ammunition. */
export interface Bar {
  label: string;
  now: number;
  start: number;
}

/** A battle of a campaign: to be fought, with the table that was opened for it, or fought and how it ended. */
export interface BattleCard {
  key: string;
  name: string;
  game: string;
  title: string;
  state: "fought" | "open";
  seats?: Array<FightSeat>;
  match?: string;
  by?: string;
  text?: string;
  position?: number;
}

/** A battlefield to scale. `sights`: what the piece that acts sees of others, and what it does not. A board of squares or hexes says so in `grid`, and has `cells` that are as wide as 1; those that are missing are no part of it. An option is about a cell if its deed's target is the cell's id. */
export interface Board {
  type: "board";
  title: string;
  width: number;
  height: number;
  unit: string;
  terrain?: Array<Terrain>;
  pieces?: Array<Piece>;
  overlays?: Array<Overlay>;
  sights?: Array<Sightline>;
  grid?: "" | "hex" | "square";
  cells?: Array<Cell>;
}

/** `Board`, with null in place of what is as before. */
export interface BoardRedrawn {
  type: "board";
  title: string;
  width: number;
  height: number;
  unit: string;
  terrain: Array<Terrain | null> | null;
  pieces: Array<Piece | null> | null;
  overlays: Array<Overlay | null> | null;
  sights: Array<Sightline | null> | null;
  grid: "" | "hex" | "square";
  cells: Array<Cell | null> | null;
}

/** A bot that can hold a seat of a game. Its parameters come after its name: `warlord:bold=0.3`. */
export interface BotChoice {
  name: string;
  is_default: boolean;
  about?: string;
  params?: Record<string, unknown> | null;
}

/** What a newcomer is told before the first decision at a table. */
export interface BriefingShown {
  you: string;
  win: string;
  table: string;
  tokens: Array<TokenShown>;
  rules: Array<string>;
}

/** A document that is also a table seen from above. Its field `table` has the width and the depth. */
export interface Canvas {
  layers: Array<Layer>;
  unit?: string;
}

/** A figure or a thing on the table. */
export interface Card {
  id: string;
  title: string;
  note?: string;
  seat?: string;
  bars?: Array<Bar>;
  lines?: Array<string>;
  tags?: Array<string>;
  mood?: "" | "active" | "bad" | "done" | "down" | "good" | "hurt" | "ready";
  picture?: string;
}

/** A group of cards, such as a squad or its enemies. */
export interface Cards {
  type: "cards";
  title: string;
  cards: Array<Card>;
}

/** `Cards`, with null in place of what is as before. */
export interface CardsRedrawn {
  type: "cards";
  title: string;
  cards: Array<Card | null> | null;
}

/** A square or hex of a board: `id` is what one calls it ("B3"), x and y its middle, `traits` those of terrain. */
export interface Cell {
  id: string;
  x: number;
  y: number;
  traits?: Array<string>;
  name?: string;
}

/** What is known of one comparison. */
export interface Compared {
  name: string;
  sentence: string;
  difference: number;
  low: number;
  high: number;
  finding: string;
}

/** Yes or no to the take-back that waits. */
export interface Consent {
  kind: "consent";
  agree: boolean;
  id?: string;
}

/** What was weighed before an answer, the one that was given first, and by how many playouts. `is_worth`: the playouts were cut short, and the chances are what the game takes the positions to be worth. */
export interface Considered {
  options: Array<Weighed>;
  playouts: number;
  is_worth?: boolean;
}

/** A match that was set up. The tokens are shown this once and kept only as hashes. */
export interface Created {
  id: string;
  host_token: string;
  seat_tokens: Record<string, string>;
}

/** What an option is, as data: who does what to whom, with what, where. How it is worded is another matter. Bots, programs and screens go by this; a label can be reworded without breaking any of them. */
export interface Deed {
  kind: string;
  figure?: string;
  target?: string;
  item?: string;
  point?: [number, number] | null;
  facts?: Record<string, unknown>;
}

/** A plot as SVG. */
export interface Drawing {
  title: string;
  svg: string;
}

export interface Ending {
  text: string;
  rule: string;
  winners: Array<string>;
  secret: string;
  measures: Record<string, unknown>;
  luck: Array<Record<string, unknown>>;
  has_sequel?: boolean;
}

/** Something that happened, with the rule by which it did. `to` lists the seats that may know; empty: everybody. `on` names the figures that it is about, the one who does it first; `mark` is what befalls the last of them, and `at` is where the first one stands now. A screen plays events out by these, and never by the text. */
export interface Event {
  kind: "event";
  rule: string;
  text: string;
  facts?: Record<string, unknown>;
  to?: Array<string>;
  position?: number;
  reveal?: boolean;
  on?: Array<string>;
  mark?: "" | "appear" | "back" | "dead" | "down" | "flee" | "free" | "heal" | "held" | "hit" | "lost" | "miss" | "move" | "safe" | "shoot" | "strike" | "won" | "wound";
  at?: [number, number] | null;
}

/** A playing card that lies open or in a hand, by its name. An option is about it if it names its `id`. */
export interface Face {
  id: string;
  title: string;
  mood?: "" | "active" | "bad" | "done" | "down" | "good" | "hurt" | "ready";
}

/** Names with values. */
export interface Facts {
  type: "facts";
  title: string;
  rows: Array<[string, string]>;
}

/** `Facts`, with null in place of what is as before. */
export interface FactsRedrawn {
  type: "facts";
  title: string;
  rows: Array<[string, string] | null> | null;
}

/** A seat of a battle: its id and name there, which seat of the campaign holds it, or the bot that plays it. */
export interface FightSeat {
  id: string;
  name: string;
  holder?: string;
  bot?: string;
}

/** Somebody on a paper who can be put into a group of a procedure's inputs: `inputs` fill the group called `field` (all of them, if it is empty), `beside` goes with it, such as the weapon. */
export interface FigureCard {
  field: string;
  paper: string;
  name: string;
  inputs: Record<string, unknown>;
  beside?: Record<string, unknown>;
}

/** Who stands on these papers, beside those on the game's own examples? */
export interface FiguresOn {
  papers?: Record<string, string>;
}

/** What was filled into a form, and the text that it takes the place of. */
export interface FilledPaper {
  document: Record<string, unknown>;
  text?: string;
}

/** Something on a paper that is not as the rules would have it. What is only odd may be played. */
export interface Finding {
  grade: "illegal" | "odd";
  text: string;
  where?: string;
  rule?: string;
  path?: string;
  fix?: unknown;
}

/** Ask for the odds of an answer to the question at a position, or to the one that other answers lead to first. */
export interface Foresee {
  kind: "foresee";
  position: number;
  answer: unknown;
  id?: string;
  after?: unknown[];
}

/** The odds of an option of your question; none if the table has moved on since you asked. */
export interface Foreseen {
  kind: "foreseen";
  id: string;
  position: number;
  answer: unknown;
  outcomes?: Array<Odd>;
  seen?: Array<Seen>;
  is_stale?: boolean;
  after?: unknown[];
}

/** A game in the lobby. */
export interface GameCard {
  id: string;
  title: string;
  blurb: string;
  players: string;
  minutes: string;
  family: string;
  version: string;
  seats: Array<SeatSetting>;
  bots: Array<BotChoice>;
  options: Record<string, unknown>;
  house_rules: Array<Switch>;
  has_briefing?: boolean;
  has_guide?: boolean;
  kind?: "campaign" | "match";
  emblem?: "" | "beast" | "brute" | "caller" | "horde" | "leader" | "mutant" | "person" | "plant" | "psyker" | "robot" | "runner" | "soldier" | "supplies" | "unknown" | "zombie";
}

/** Dice that one seat throws: their sides, and what each is for, where that is not plain. */
export interface Hand {
  by: string;
  dice: Array<number>;
  names?: Array<string>;
}

/** Who won, by the battle's seats, and a sentence about it. */
export interface HandOutcome {
  winners?: Array<string>;
  text?: string;
}

/** Playing cards that lie together: how many, and those that one sees. `is_open`: the last one lies on top. */
export interface Heap {
  id: string;
  title: string;
  count: number;
  faces?: Array<Face>;
  seat?: string;
  is_open?: boolean;
}

/** The first message of a connection: the token of a seat, of the host, or none for a spectator. A screen that holds several seats holds each as a `spare`: it makes way for the first guest who `takes` the seat, as whoever opens its link does. */
export interface Hello {
  kind: "hello";
  token?: string;
  since?: number;
  spare?: boolean;
  takes?: boolean;
}

/** A fresh token of a seat, or of the host if none is named; the one before it is void. */
export interface Invited {
  seat: string;
  token: string;
}

/** An event with what it changed for each seat. */
export interface Judged {
  number: number;
  first: number;
  last: number;
  turn: number;
  kind: "decision" | "roll";
  seat: string;
  rule: string;
  text: string;
  chances: Record<string, number>;
  change: Record<string, number>;
  margin: number;
  gave_away?: number;
  grade?: "" | "blunder" | "inaccuracy" | "mistake";
  best?: string;
  weighed?: Array<Weighed>;
  prompt?: string;
}

/** All tables of a database, and how long this server keeps those that nobody touches. */
export interface KeepersList {
  version: string;
  server: string;
  server_days: number;
  warn_days: number;
  processes: number;
  folder: string;
  tables: Array<TableKept>;
}

/** How many days a table is kept that nobody touches; 0 leaves it to the server. */
export interface Keeping {
  days: number;
}

/** How long a table is kept: the host's days, the server's (0 is for ever), and when it goes if it was warned. */
export interface KeptFor {
  days: number;
  server_days: number;
  is_kept: boolean;
  goes?: string | null;
}

/** A list of a document whose entries lie on a table: how they are drawn, and what kinds of them there are. */
export interface Layer {
  place: string;
  title: string;
  shapes: Array<"at" | "circle" | "line" | "polygon" | "rect" | "spots">;
  look?: "figure" | "terrain" | "zone";
  kinds?: Array<Pick>;
  turns?: boolean;
  size?: number;
}

/** A battle was fought by bots; or who has to agree to that first. */
export interface LeftToBots {
  waits_for?: string;
}

/** Ask how the table stood at a position. */
export interface Look {
  kind: "look";
  position: number;
  id?: string;
}

/** How the table stood at a position. */
export interface Looked {
  kind: "looked";
  id: string;
  position: number;
  turn: number;
  scene: Scene;
  happenings: Array<Event | Rolled>;
}

/** A new paper is wanted; without a seed it is any. */
export interface MakePaper {
  wishes?: Record<string, unknown>;
  seed?: number | null;
}

/** A match to be set up. */
export interface NewMatch {
  game: string;
  options?: Record<string, unknown>;
  seats?: Record<string, SeatWish>;
  umpire_dice?: boolean;
  stirred?: boolean;
  guided?: boolean;
}

/** What is to be found out. Two sides, each by what is peculiar to it, as `{"bot": "warlord"}`, `{"parties": "robot"}` or `{"rulings.free_hack_tie": "stays"}`; or all of `field`, each against each. */
export interface NewStudy {
  game: string;
  a?: Record<string, unknown>;
  b?: Record<string, unknown>;
  field?: string;
  entries?: Array<string>;
  games?: number;
  options?: Record<string, unknown>;
}

/** Something that everybody at the table must know. */
export interface Notice {
  position: number;
  text: string;
}

/** The numbers that seats add to the dice: of the open round who pledged which hash and told which number, and the numbers of the last round that closed. Once `is_pledged`, those who pledged tell their numbers. */
export interface Numbers {
  closed: number;
  pledges: Record<string, string>;
  numbers: Record<string, string>;
  last: Record<string, string>;
  is_pledged: boolean;
}

/** An outcome with its chance: exact as a fraction, or estimated with an interval. `data`: what it is, unworded. */
export interface Odd {
  outcome: string;
  value: number;
  p?: string;
  low?: number | null;
  high?: number | null;
  data?: unknown;
}

export interface OddsGiven {
  kind: "odds";
  exact: boolean;
  outcomes: Array<Odd>;
  events?: Record<string, number>;
  asked?: Array<string>;
}

/** The table of a battle, and your seat at it: the token of your seat in the campaign opens that, too. */
export interface Opened {
  match: string;
  seat: string;
}

/** One thing to choose, as a screen shows it. */
export interface Option {
  key: string | number;
  label: string;
  figure?: string;
  point?: [number, number] | null;
  rule?: string;
  note?: string;
  hotkey?: string;
  deed?: Deed | null;
  caution?: "" | "apart" | "ask";
}

/** An option as this table plays it. */
export interface OptionInForce {
  name: string;
  value: unknown;
  is_default: boolean;
  description?: string;
}

/** Something drawn over a board: a noise or blast circle, a line of sight, a zone. */
export interface Overlay {
  shape: "area" | "circle" | "line";
  points: Array<[number, number]>;
  radius?: number;
  label?: string;
  mood?: "" | "active" | "bad" | "done" | "down" | "good" | "hurt" | "ready";
}

/** The report of a study, to be kept as a file. */
export interface Paged {
  html: string;
}

/** A kind of document that a game understands. */
export interface PaperCard {
  name: string;
  title: string;
  about: string;
  rule: string;
  examples: Array<string>;
  wishes: Record<string, unknown> | null;
  option: string;
  suffix: string;
  can_print: boolean;
  has_form?: boolean;
}

/** How a paper is filled in. Places are written as in `model/traits`: a field of every entry of a list. */
export interface PaperForm {
  schema: Record<string, unknown>;
  picks: Record<string, Array<Pick>>;
  seldom: Array<string>;
  rules: Record<string, string>;
  blank: Record<string, unknown>;
  fresh: Record<string, Record<string, unknown>>;
  canvas?: Canvas | null;
}

/** A paper that was read: its text, what is wrong with it by which rule, and, if it can be read, what it shows. */
export interface PaperShown {
  text: string;
  is_legal: boolean;
  findings: Array<Finding>;
  sheet?: Scene | null;
  picture?: string;
  value?: unknown;
  seed?: number | null;
  document?: Record<string, unknown> | null;
  tallies?: Array<Tally>;
}

/** The text of a file. */
export interface PaperText {
  text: string;
}

/** Ask what you would be asked had you given these answers. */
export interface Peek {
  kind: "peek";
  position: number;
  answers: unknown[];
  id?: string;
}

/** What you would be asked after these answers; nothing if dice or others have a say before. `first`: dice come first, and it is asked only if they allow it; what they may do is in the odds of the last answer. */
export interface Peeked {
  kind: "peeked";
  id: string;
  position: number;
  answers: unknown[];
  rule?: string;
  question?: ShownFight | ShownChoose | ShownPickPoint | ShownAllocate | ShownWrite | ShownSeveral | null;
  first?: boolean;
}

/** Something that may be put into a field: what the file says, what it is called, and what it does by which rule. */
export interface Pick {
  value: unknown;
  title?: string;
  text?: string;
  rule?: string;
  group?: string;
  only?: Record<string, Array<string>>;
  named?: boolean;
}

/** A figure on a board: round with a radius, or a rectangle of `size` that faces `facing` degrees. `label` is what fits on a map, `name` what it is called in full if that is more. `role`, `holds` and `conditions` are for screens that draw it: silhouette, weapon and badges. */
export interface Piece {
  id: string;
  x: number;
  y: number;
  label: string;
  radius?: number;
  size?: [number, number] | null;
  facing?: number;
  seat?: string;
  mood?: "" | "active" | "bad" | "done" | "down" | "good" | "hurt" | "ready";
  tags?: Array<string>;
  name?: string;
  role?: "" | "beast" | "brute" | "caller" | "horde" | "leader" | "mutant" | "person" | "plant" | "psyker" | "robot" | "runner" | "soldier" | "supplies" | "unknown" | "zombie";
  holds?: "" | "automatic" | "blade" | "bow" | "club" | "flame" | "grenade" | "heavy" | "pistol" | "ray" | "rifle" | "shotgun";
  conditions?: Array<"aiming" | "dead" | "down" | "held" | "helpless" | "hidden" | "hurt" | "ill" | "jammed">;
}

/** I will add a number of this hash to the dice: SHA-256 of `adjudge number`, the seat and the number's 32 hexadecimal digits, with a null character between them. */
export interface Pledge {
  kind: "pledge";
  hash: string;
  id?: string;
}

/** All that a seat may know of a table now: sent on arrival and after every change. */
export interface Present {
  kind: "present";
  match: string;
  game: string;
  seat: string | null;
  is_host: boolean;
  position: number;
  turn: number;
  since: number;
  scene: Redrawn;
  happenings: Array<Event | Rolled>;
  seats: Array<SeatState>;
  commitment: string;
  asks?: Asks | null;
  undo?: UndoRequest | null;
  trouble?: Trouble | null;
  ending?: Ending | null;
  is_paused?: boolean;
  turns?: Array<TurnMark>;
  campaign?: string;
  numbers?: Numbers | null;
  notices?: Array<Notice>;
  coach?: Advice | null;
}

export interface ProcedureCard {
  name: string;
  title: string;
  rule: string;
  params: Record<string, unknown>;
  is_estimate: boolean;
}

/** Lines of text, such as a journal. */
export interface Prose {
  type: "prose";
  title: string;
  lines: Array<string>;
}

/** `Prose`, with null in place of what is as before. */
export interface ProseRedrawn {
  type: "prose";
  title: string;
  lines: Array<string | null> | null;
}

/** A scene as far as it changed: in place of null stands what stood in that place of the scene before. */
export interface Redrawn {
  headline: string;
  panels?: Array<CardsRedrawn | SpreadRedrawn | TrackRedrawn | FactsRedrawn | ProseRedrawn | BoardRedrawn | null>;
  note?: string;
  goal?: string;
}

/** Your message was not carried out, and why. */
export interface Refused {
  kind: "refused";
  id: string;
  why: string;
  position: number;
}

/** A roll that was made: which dice by whom, what they showed, and what was read off them. */
export interface Rolled {
  kind: "roll";
  rule: string;
  label: string;
  by: Array<string>;
  hands: Array<Array<number>>;
  faces: Array<Array<number>>;
  value: unknown;
  to?: Array<string>;
  position?: number;
  is_card?: boolean;
  chance?: number;
}

export interface RuleEntry {
  id: string;
  title: string;
  text: string;
  related?: Array<string>;
}

/** The desk's ruling on a situation. */
export interface Ruled {
  kind: "ruled";
  outcome: string;
  happenings: Array<Event | Rolled>;
  data?: unknown;
}

/** A house rule as this table plays it. */
export interface RulingInForce {
  id: string;
  problem: string;
  choice: string;
  meaning: string;
  is_default: boolean;
}

/** Somebody spoke at the table. */
export interface Said {
  kind: "said";
  who: string;
  text: string;
  number: number;
}

/** A word to the table. */
export interface Say {
  kind: "say";
  text: string;
  id?: string;
}

/** All that is shown of a position. `goal`: what it takes to win and how far one has got, always in view. */
export interface Scene {
  headline: string;
  panels?: Array<Cards | Spread | Track | Facts | Prose | Board>;
  note?: string;
  goal?: string;
}

/** Who sits in a seat: a person, or the bot of that name; and whether its dice are real ones. */
export interface SeatSetting {
  id: string;
  name: string;
  bot?: string;
  physical_dice?: boolean;
}

/** A seat as everybody sees it. */
export interface SeatState {
  id: string;
  name: string;
  bot: string;
  is_here: boolean;
  is_asked: boolean;
  physical_dice: boolean;
}

/** Who is to hold a seat: a person if no bot is named. */
export interface SeatWish {
  name?: string | null;
  bot?: string;
  physical_dice?: boolean;
}

/** What is seen from a spot that you point at, with the odds of attacking it from there. */
export interface Seen {
  line: Sightline;
  outcomes?: Array<Odd>;
}

/** How one setting did. */
export interface SettingShown {
  name: string;
  matches: number;
  wins: Record<string, number>;
  drawn: number;
  turns: number;
}

/** Ask what every spot of your reach is worth by one of the question's stakes; without one, that nothing is worked out any more. It comes in parts, and ends when the table moves on or you ask for another. */
export interface Shade {
  kind: "shade";
  position: number;
  stake?: string;
  id?: string;
  after?: unknown[];
}

/** Some more of a heat-map: spots of your reach with what they are worth, null where nothing can be said. */
export interface Shaded {
  kind: "shaded";
  id: string;
  position: number;
  stake: string;
  after: unknown[];
  spots: Array<[number, number, number | null]>;
  spacing: number;
  of: number;
}

export interface ShownAllocate {
  kind: "Allocate";
  prompt: string;
  number: number;
  slots: Array<Option>;
  most: number;
  exactly?: boolean;
  facts?: Record<string, unknown>;
}

export interface ShownChoose {
  kind: "Choose";
  prompt: string;
  options: Array<Option>;
  least?: number;
  most?: number;
  has_odds?: boolean;
  facts?: Record<string, unknown>;
}

/** A battle to be fought: `game` is its id and `title` what it is called; `key` tells the battle from others. `instead` is another question that may be answered while the battle waits. */
export interface ShownFight {
  kind: "Fight";
  prompt: string;
  game: string;
  title: string;
  name: string;
  key: string;
  seats: Array<FightSeat>;
  instead?: unknown;
  facts?: Record<string, unknown>;
}

export interface ShownPickPoint {
  kind: "PickPoint";
  prompt: string;
  region: unknown;
  figure?: string;
  has_odds?: boolean;
  facts?: Record<string, unknown>;
  stakes?: Array<ShownStake>;
}

/** A sealed question or an open floor: which seats are asked, and what. */
export interface ShownSeveral {
  kind: "Several";
  prompt: string;
  mode: "floor" | "sealed";
  parts: Record<string, unknown>;
}

/** Something that matters at a spot, as a screen offers it: a chance, or, with a unit, a length. */
export interface ShownStake {
  id: string;
  title: string;
  unit?: string;
  best?: "least" | "most";
}

export interface ShownWrite {
  kind: "Write";
  prompt: string;
  limit: number;
  optional?: boolean;
  suggestion?: string;
  facts?: Record<string, unknown>;
}

/** What one piece sees of another, drawn when somebody points at either. `note` tells what the line is worth: distance, range, cover. `by` names what blocks it and `at` is where; a line without them is free. It runs between the middles of the two pieces unless `line` says otherwise. */
export interface Sightline {
  viewer: string;
  target: string;
  note?: string;
  by?: string;
  at?: [number, number] | null;
  line?: [[number, number], [number, number]] | null;
  rule?: string;
}

/** What the desk is asked about: parameters, choices by rule id or in their order, and the dice that were rolled. `bot` names who makes the choices that are left. Without one, odds go by the game's own policy, and a ruling says which choice it wants. With `dice`, also an empty list, rolls that are not in it are asked for. `seed` is what the desk gave along with a question, so that its own dice lie as they fell. A group of `params` may be a figure of a paper, as "my-party.toml:Rex": `papers` holds such texts by name, and the game's own examples are known. */
export interface Situation {
  params?: Record<string, unknown>;
  policy?: Record<string, unknown>;
  dice?: Array<number> | null;
  answers?: unknown[];
  bot?: string;
  seed?: string;
  papers?: Record<string, string>;
}

/** One thing that is pointed at, by its id or its title. */
export interface Spot {
  kind: "figure" | "panel" | "part";
  id: string;
}

/** Playing cards on the table: hands, a deck, discards (`adjudge.engine.cards`). */
export interface Spread {
  type: "spread";
  title: string;
  heaps: Array<Heap>;
}

/** `Spread`, with null in place of what is as before. */
export interface SpreadRedrawn {
  type: "spread";
  title: string;
  heaps: Array<Heap | null> | null;
}

/** One place of a track. */
export interface Step {
  label: string;
  here?: boolean;
  mood?: "" | "active" | "bad" | "done" | "down" | "good" | "hurt" | "ready";
}

/** A study, or how far it has got. */
export interface StudyShown {
  id: string;
  title: string;
  done: number;
  of: number;
  is_over: boolean;
  failed: string;
  answers: Array<Compared>;
  settings: Array<SettingShown>;
  drawings: Array<Drawing>;
}

/** A house rule: a ruling with the readings that a table may choose from, the default first. */
export interface Switch {
  id: string;
  problem: string;
  choices: Record<string, string>;
}

/** A table as the keeper's list shows it. */
export interface TableKept {
  id: string;
  game: string;
  seats: Array<string>;
  created: string;
  updated: string;
  position: number;
  bytes: number;
  outcome: string | null;
  campaign: string;
  owner: string;
  days: number;
  is_kept: boolean;
  goes: string | null;
}

/** What this table agreed on before it began; what differs from the default comes first. */
export interface TableRules {
  rulings: Array<RulingInForce>;
  options: Array<OptionInForce>;
}

/** A sum that is kept while somebody fills in a form: what was used, of how much, by which rule. */
export interface Tally {
  title: string;
  value: string;
  of?: string;
  rule?: string;
  path?: string;
}

/** A piece of scenery on a board: its outline, and what it does. */
export interface Terrain {
  id: string;
  outline: Array<[number, number]>;
  label?: string;
  traits?: Array<string>;
}

/** What a bot considered before its answer at a position. */
export interface Thought {
  position: number;
  seat: string;
  rule: string;
  considered: Considered;
}

/** The faces of real dice. */
export interface Throw {
  kind: "throw";
  position: number;
  faces: Array<number>;
  id?: string;
}

/** A kind of thing on the table, and where one of it is to be seen now. */
export interface TokenShown {
  name: string;
  text: string;
  spots: Array<Spot>;
}

/** The answer to a battle that was fought elsewhere; the form of its report is asked for beforehand. */
export interface ToldByHand {
  by: "hand";
  outcome?: HandOutcome;
  report?: unknown;
}

/** Places in a row: sectors, an order of turns, a countdown. */
export interface Track {
  type: "track";
  title: string;
  steps: Array<Step>;
}

/** `Track`, with null in place of what is as before. */
export interface TrackRedrawn {
  type: "track";
  title: string;
  steps: Array<Step | null> | null;
}

/** A rule failed. The table stands at its last good position. */
export interface Trouble {
  position: number;
  text: string;
}

/** From this place in the list of happenings on, they belong to that turn. */
export interface TurnMark {
  number: number;
  heading: string;
  first: number;
}

/** Take back my last answer; if dice fell since, the others are asked. */
export interface Undo {
  kind: "undo";
  id?: string;
}

/** A take-back that waits for the consent of others: the answer at a position, and the rolls since. */
export interface UndoRequest {
  by: string;
  agreed: Array<string>;
  waiting: Array<string>;
  to: number;
  rule: string;
  rolls: number;
}

/** The desk cannot go on without a choice, or without dice: which, of whom, by which rule, and what has happened. */
export interface Wanted {
  kind: "wanted";
  rule: string;
  seat: string;
  question?: ShownFight | ShownChoose | ShownPickPoint | ShownAllocate | ShownWrite | ShownSeveral | null;
  happenings?: Array<Event | Rolled>;
  seed?: string;
  dice?: Array<number>;
  label?: string;
  by?: string;
  draws?: Array<[string, number]>;
  hands?: Array<Hand>;
}

/** An answer that was considered: the chance of winning with it, and between what limits it lies (95 %). */
export interface Weighed {
  answer: unknown;
  label: string;
  chance: number;
  low: number;
  high: number;
  playouts: number;
}

export type FromServer = Present | Accepted | Refused | Said | Foreseen | Peeked | Shaded | Looked;

export type FromClient = Hello | Answer | Throw | Undo | Consent | Pledge | Add | Say | Foresee | Peek | Shade | Look;
