/** Questions to a scene that several parts of the screen ask. */

import type { Board, Card, Face, Piece, Scene } from "./protocol";

type Figure = Piece | Card | Face | { id: string; mood?: string };

function all(scene: Scene | undefined): Figure[] {
  return (scene?.panels ?? []).flatMap((panel): Figure[] => {
    if (panel.type === "board") return [...(panel.pieces ?? []), ...(panel.cells ?? []).map(({ id }) => ({ id }))];
    if (panel.type === "spread") return panel.heaps.flatMap((heap) => [{ id: heap.id }, ...(heap.faces ?? [])]);
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
