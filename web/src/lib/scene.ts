/** Questions to a scene that several parts of the screen ask. */

import type { Board, Card, Piece, Scene } from "./protocol";

function all(scene: Scene | undefined): Array<Piece | Card> {
  return (scene?.panels ?? []).flatMap((panel): Array<Piece | Card> => {
    if (panel.type === "board") return panel.pieces ?? [];
    return panel.type === "cards" ? panel.cards : [];
  });
}

/** Every figure that is drawn, as a piece or a card. */
export function figuresIn(scene: Scene | undefined): Set<string> {
  return new Set(all(scene).map((it) => it.id));
}

/** Who is acting: the figure that the scene marks so. */
export function actingIn(scene: Scene | undefined): string {
  return all(scene).find((it) => it.mood === "active")?.id ?? "";
}

/** The battlefield of a scene, if it has one. */
export function boardOf(scene: Scene | undefined): Board | undefined {
  return scene?.panels?.find((it) => it.type === "board");
}
