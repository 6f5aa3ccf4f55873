"""The doubtful points that a table may settle otherwise: one field for each ruling, the default first."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules. Each field is a ruling of the rulebook with dashes for underscores."""

    leader_upkeep: Literal["one-more", "double", "always-two"] = "one-more"
    rolled_leader: Literal["rule-only", "also-quality", "one-leader"] = "rule-only"
    equipment_pool_scope: Literal["party-pool", "own-rolls"] = "party-pool"
    purity_squad_automatic: Literal["automatic", "optional"] = "automatic"
    unusable_skill: Literal["re-roll", "lost"] = "re-roll"
    mutation_duplicates: Literal["re-roll", "wasted"] = "re-roll"
    animal_mental_at_creation: Literal["physical-only", "die-each"] = "physical-only"
    mutationist_stacks: Literal["stacks", "one-bonus"] = "stacks"
    wretched_underdog_scaling: Literal["per-five", "always-two"] = "per-five"
    sp_pick_two_procedure: Literal["cycle", "propose-two"] = "cycle"
    activation_once_and_pass: Literal["may-stop", "must-go-on"] = "may-stop"
    zero_cost_actions: Literal["own-activation", "needs-success"] = "own-activation"
    stick_move_geometry: Literal["beyond", "centre", "edge-to-edge"] = "beyond"
    stairs_fall: Literal["stairs-lie-ladder-drop", "no-damage"] = "stairs-lie-ladder-drop"
    order_after_two_failures: Literal["wasted", "group-rolls"] = "wasted"
    orders_need_sight: Literal["sight", "distance-only"] = "sight"
    recoil_direction: Literal["arc", "straight"] = "arc"
    outnumbered_count: Literal["can-fight", "standing-only"] = "can-fight"
    size_when_defending: Literal["always", "attacker-only"] = "always"
    huge_versus_normal: Literal["plus-one", "plus-two"] = "plus-one"
    fallen_plus_two_direction: Literal["attacker-only", "both-ways"] = "attacker-only"
    zero_or_negative_score: Literal["as-they-are", "at-least-one"] = "as-they-are"
    transfixed_fights_back: Literal["harmless", "hurts"] = "harmless"
    transfixed_doubled: Literal["kill", "gruesome"] = "kill"
    prone_is_fallen: Literal["killed", "not-killed"] = "killed"
    free_hack_tie: Literal["gets-away", "stays"] = "gets-away"
    gruesome_witness: Literal["distance", "sight"] = "distance"
    leader_fled: Literal["killed-only", "any-loss"] = "killed-only"
    halving_count: Literal["out-of-play", "killed-only"] = "out-of-play"
    flee_path: Literal["shorter-moves", "full-moves"] = "shorter-moves"
    morale_in_contact_three: Literal["hacked-first", "removed"] = "hacked-first"
    blast_walls: Literal["cover", "sheltered"] = "cover"
    malfunction_shot_still_counts: Literal["counts", "lost"] = "counts"
    mounted_versus_larger: Literal["size-or-smaller", "anyone"] = "size-or-smaller"
    sp_hero_scope: Literal["every-roll", "two-dice-or-more"] = "every-roll"
    sp_savage_lethal_fallen: Literal["every-kill", "doubling-only"] = "every-kill"
    sp_heavy_armor_fallen: Literal["draw", "kills-stand"] = "draw"
    sp_power_armor_fallen: Literal["ignored", "killed-when-down"] = "ignored"
    sp_energy_adaptation_first_attack: Literal["harmless", "resolved"] = "harmless"
    sp_transfix_weapons_kill: Literal["may-kill", "never-kill"] = "may-kill"
    sp_tough_wound_position: Literal["stays", "falls"] = "stays"
    sp_poison_scope: Literal["blows-and-primitive", "hand-to-hand-only"] = "blows-and-primitive"
    sp_scream_friends: Literal["everyone", "enemies-only"] = "everyone"
    line_of_sight_models: Literal["all-block", "fallen-do-not-block"] = "all-block"
    infection_timing: Literal["friend-or-foe", "foes-only"] = "friend-or-foe"
    recoil_new_contact_only: Literal["new-contact", "any-contact"] = "new-contact"
    several_free_hacks: Literal["worst-counts", "one-by-one"] = "worst-counts"
    psionic_line_of_sight: Literal["needed", "not-for-telepaths", "not-needed"] = "needed"
    grenade_throwing: Literal["past-scenery", "past-models-too", "anywhere"] = "past-scenery"
    knockback_placement: Literal["outside", "anywhere"] = "outside"
    defoliant_knockback: Literal["knocks-back", "does-not"] = "knocks-back"
    sp_mind_control_turns: Literal["at-once", "next-turn"] = "at-once"
    looting_in_play: Literal["in-play", "after-battle"] = "in-play"
    sp_mind_control_release: Literal["listed-causes", "held-or-confused-too"] = "listed-causes"


AS_WRITTEN = Rulings()
