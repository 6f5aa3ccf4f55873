"""The yardstick: Regs, Dregs & Zombies as one bare script, with no engine under it.

The rules of the house book with all abilities, and the tactics of the `captain` bot, written the way one writes a
simulation for its own sake: plain objects, plain loops, dice from `random`. Nothing can be watched, replayed, undone or
asked for its odds; it only plays. `benchmarks/rdz.py` measures the engine against it and compares their statistics.
"""

from __future__ import annotations

import random
import tomllib
from importlib import resources
from random import randint

FAR_ENOUGH, LIFE_TO_GO_ON, ARMOR_TO_GO_ON = 3, 0.9, 0.8
THRIFT, ARMOR_WORTH, DIRE, WORTH_DRESSING, REACH, LEADER = 1.3, 1.0, 5, 4, 7, 1.5


class Weapon:
    def __init__(self, data):
        self.name = data["name"]
        self.kind = data.get("class", "ordinary")
        self.shots = data.get("shots", 0)
        self.uses = data.get("uses")
        damage = data.get("damage", "0")
        self.dice = int(damage[:-2]) if damage.endswith("d6") else 0
        self.fixed = 0 if self.dice else int(damage)
        self.mean = self.dice * 3.5 if self.dice else float(self.fixed)
        self.area = self.kind in ("grenade", "gas-cannister")


class Page:
    def __init__(self, data):
        self.id = data["id"]
        self.initiative = data["initiative"]
        self.skill = data["combat_skill"]
        self.life = data["life_points"]
        self.armor = data["armor"]
        self.rarity = data.get("rarity_factor", 0)
        self.abilities = frozenset(data["abilities"])
        self.weapons = [Weapon(weapon) for weapon in data.get("weapon", ())]
        self.limits = {weapon.name: weapon.uses for weapon in self.weapons if weapon.uses}
        self.arms = [weapon for weapon in self.weapons if weapon.kind != "item"]
        self.zombie = False
        self.threat = 0.0


class Figure:
    __slots__ = ("armor", "halted", "initiative", "life", "marks", "numb", "page", "place", "skill", "uses")

    def __init__(self, page):
        self.page = page
        self.place = 0
        self.restore()

    def restore(self):
        page = self.page
        self.initiative, self.skill, self.life, self.armor = page.initiative, page.skill, page.life, page.armor
        self.uses = dict(page.limits)
        self.marks = set()
        self.halted = self.numb = False


def load():
    folder = resources.files("adjudge.games.rdz.data")
    book = tomllib.loads(folder.joinpath("bestiary.toml").read_text("utf-8"))
    tables = tomllib.loads(folder.joinpath("tables.toml").read_text("utf-8"))
    pages = {data["id"]: Page(data) for data in book["regulator"] + book["enemy"]}
    types = {}
    for row in tables["type"]:
        page = types[divmod(row["code"], 10)] = pages[row["id"]]
        page.zombie = row["faction"] == "zombie"
    patrol = {roll: (row["dreg"], row["zombie"]) for row in tables["patrol"] for roll in row["rolls"]}
    return [pages[row["id"]] for row in tables["regulator"]], types, patrol


SQUAD, TYPES, PATROL = load()
FULL_LIFE, FULL_ARMOR = sum(page.life for page in SQUAD), sum(page.armor for page in SQUAD)


def chance_to_hit(edge):
    dice = [a + b for a in range(1, 7) for b in range(1, 7)]
    return sum(a + edge >= b for a in dice for b in dice) / 1296


HIT = {edge: chance_to_hit(edge) for edge in range(-30, 31)}

for enemy_page in TYPES.values():
    for arm in enemy_page.weapons:
        worth = HIT[enemy_page.skill - REACH] * arm.shots * arm.mean * (REACH if arm.area else 1)
        enemy_page.threat = max(enemy_page.threat, worth)
    if enemy_page.abilities & {"regenerate", "dark-command", "radiation-aura", "ringleader", "dirge", "drill"}:
        enemy_page.threat *= LEADER


def d6():
    return randint(1, 6)


def two():
    return randint(1, 6) + randint(1, 6)


class CaptainDied(Exception):
    pass


class Game:
    def __init__(self):
        self.squad = [Figure(page) for page in SQUAD]
        self.captain, self.officer, self.medic = self.squad[0], self.squad[1], self.squad[2]
        self.distance = self.moves = 0
        self.defeated = self.innocents = 0
        self.blasts = []

    # ------------------------------------------------------------------ the Patrol

    def play(self, target=10):
        """Plays until the target is reached or the Captain dies; returns whether the Captain lives."""
        try:
            while self.moves < target:
                self.sector_move()
        except CaptainDied:
            return False
        return True

    def sector_move(self):
        if self.distance:
            self.dress_wounds()
        out = self.distance == 0 or (self.distance < FAR_ENOUGH and self.is_fit())
        self.distance += 1 if out else -1
        self.moves += 1
        if self.distance == 0:
            for figure in self.squad:
                figure.restore()
            return
        roll = two()
        if roll in PATROL:
            self.encounter(*PATROL[roll])

    def is_fit(self):
        life = armor = 0
        for figure in self.squad:
            if figure.life <= 0:
                return False
            life += figure.life
            armor += figure.armor
        return life >= LIFE_TO_GO_ON * FULL_LIFE and armor >= ARMOR_TO_GO_ON * FULL_ARMOR

    def dress_wounds(self):
        medic = self.medic
        while medic.life > 0 and medic.uses["Medkit"] > 0:
            patient = max((r for r in self.squad if r.life > 0), key=lambda r: r.page.life - r.life)
            if patient.page.life - patient.life < WORTH_DRESSING:
                return
            self.dress(patient)

    def dress(self, patient):
        self.medic.uses["Medkit"] -= 1
        patient.life = min(patient.page.life, patient.life + d6())

    def encounter(self, dreg, zombie):
        enemies = []
        for _ in range(two()):
            while True:
                page = TYPES[d6(), d6()]
                needed = zombie if page.zombie else dreg
                if needed == "met" or (needed == "rarity" and two() >= page.rarity):
                    break
            enemies.append(Figure(page))
        self.combat(enemies)

    # ------------------------------------------------------------------ the Combat

    def combat(self, enemies):
        self.enemies, self.fallen = enemies, []
        self.leaders = [e for e in enemies if e.page.abilities & {"ringleader", "dirge", "drill"}]
        self.roll_places()
        self.round = 0
        while self.play_round():
            pass
        for figure in self.squad:
            figure.marks.clear()
            figure.numb = False

    def roll_places(self):
        groups = {}
        for enemy in self.enemies:
            groups.setdefault((enemy.initiative, enemy.skill, enemy.page.rarity), []).append(enemy)
        for group in groups.values():
            for place, enemy in enumerate(self.by_dice(group)):
                enemy.place = place

    def by_dice(self, group):
        if len(group) == 1:
            return group
        rolled = {}
        for enemy in group:
            rolled.setdefault(d6(), []).append(enemy)
        return [enemy for die in sorted(rolled, reverse=True) for enemy in self.by_dice(rolled[die])]

    def play_round(self):
        self.round += 1
        self.command = self.bullet = True
        for enemy in self.enemies:
            enemy.halted = False
        order = self.order()
        for figure, is_enemy in order:
            if not self.fighting():
                if not is_enemy and figure.life > 0 and any(self.may_rise(enemy) for enemy in self.fallen):
                    self.turn_without_attacks(figure)
            elif is_enemy:
                if figure.life > 0 and "surrendered" not in figure.marks:
                    self.enemy_turn(figure)
            elif figure.life > 0:
                self.regulator_turn(figure)
        for enemy in self.fallen[:]:
            if self.may_rise(enemy):
                enemy.marks.add("risen")
                if d6() >= 5:
                    enemy.life, enemy.armor = (enemy.page.life + 1) // 2, 0
                    self.fallen.remove(enemy)
                    self.enemies.append(enemy)
                    self.defeated -= 1
        if not self.fighting():
            return False
        self.end_of_round(order)
        return True

    def may_rise(self, enemy):
        return "rise-again" in enemy.page.abilities and "risen" not in enemy.marks

    def fighting(self):
        return any("bystander" not in enemy.page.abilities for enemy in self.enemies)

    def order(self):
        keyed = [((1, -r.initiative, 0), r, False) for r in self.squad if r.life > 0]
        for index, e in enumerate(self.enemies):
            first = 0 if self.round == 1 and "pounce" in e.page.abilities else 1
            keyed.append(((first, -e.initiative, 1, -e.skill, -e.page.rarity, e.place, index), e, True))
        keyed.sort(key=lambda entry: entry[0])
        return [(figure, is_enemy) for _, figure, is_enemy in keyed]

    def end_of_round(self, order):
        present = [figure for figure, is_enemy in order if is_enemy and figure in self.enemies]
        for enemy in present:
            if "regenerate" in enemy.page.abilities:
                enemy.life = min(enemy.page.life, enemy.life + 2)
        for enemy in present:
            if "dark-command" in enemy.page.abilities:
                for other in present:
                    if other is not enemy and other.page.zombie:
                        weapon = self.enemy_weapon(other)
                        if weapon:
                            self.enemy_shot(other, weapon)
                        break
        if any("radiation-aura" in enemy.page.abilities for enemy in present):
            for figure in self.squad:
                if figure.life > 0:
                    figure.life -= 1
            if self.captain.life <= 0:
                raise CaptainDied

    # ------------------------------------------------------------------ turns

    def regulator_turn(self, figure):
        if figure.numb:
            figure.numb = False
            return
        if self.dresses_the_worst(figure):
            return
        weapon = self.choose_weapon(figure)
        if weapon.uses:
            figure.uses[weapon.name] -= 1
        for _ in range(weapon.shots):
            if weapon.area:
                self.area_attack(figure, weapon, self.enemies)
            else:
                self.attack(figure, weapon, self.best_target(figure), True)
            if figure.life <= 0 or not self.fighting():
                return

    def turn_without_attacks(self, figure):
        if figure is self.medic and figure.numb:
            figure.numb = False
        else:
            self.dresses_the_worst(figure)

    def dresses_the_worst(self, figure):
        if figure is not self.medic or figure.uses["Medkit"] <= 0:
            return False
        if not any(0 < r.life <= DIRE for r in self.squad):
            return False
        self.dress(min((r for r in self.squad if r.life > 0), key=lambda r: r.life))
        return True

    def choose_weapon(self, figure):
        target = self.best_target(figure)
        chance, life = HIT[figure.skill - target.skill], target.life
        best, most = None, 0.0
        for weapon in figure.page.arms:
            if weapon.uses and figure.uses[weapon.name] <= 0:
                continue
            if weapon.area:
                promise = self.harm_to_all(figure.skill, weapon)
            else:
                promise = chance * weapon.shots * min(weapon.mean, life)
            if weapon.uses:
                promise /= THRIFT
            if promise > most:
                best, most = weapon, promise
        return best

    def harm_to_all(self, skill, weapon):
        harm = 0.0
        for enemy in self.enemies:
            if enemy.page.zombie and weapon.kind == "gas-cannister":
                continue
            promise = HIT[skill - enemy.skill] * min(weapon.mean, enemy.life)
            harm += promise if enemy.page.threat else -promise
        return harm

    def best_target(self, figure):
        best, most = None, -1.0
        for enemy in self.enemies:
            worth = enemy.page.threat * HIT[figure.skill - enemy.skill] / (enemy.life + ARMOR_WORTH * enemy.armor)
            if worth > most:
                best, most = enemy, worth
        return best

    def enemy_turn(self, enemy):
        if enemy.halted or "bystander" in enemy.page.abilities:
            return
        weapon = self.enemy_weapon(enemy)
        if weapon is None:
            return
        if weapon.uses:
            enemy.uses[weapon.name] -= 1
        for _ in range(weapon.shots + ("frenzy" in enemy.marks)):
            self.enemy_shot(enemy, weapon)

    def enemy_weapon(self, enemy):
        for weapon in enemy.page.weapons:
            if weapon.uses and enemy.uses[weapon.name] > 0:
                return weapon
        for weapon in enemy.page.weapons:
            if not weapon.uses:
                return weapon
        return None

    def enemy_shot(self, enemy, weapon):
        if weapon.area:
            self.area_attack(enemy, weapon, [r for r in self.squad if r.life > 0])
        else:
            self.attack(enemy, weapon, self.attacked(), False)

    def attacked(self):
        figure = self.squad[d6()]
        if figure.life > 0:
            return figure
        if self.bullet and self.officer.life > 0:
            self.bullet = False
            return self.officer
        return self.captain

    # ------------------------------------------------------------------ attacks

    def attack_bonus(self, enemy):
        if not self.leaders or enemy not in self.enemies:
            return 0
        ringleader = dirge = drill = 0
        for leader in self.leaders:
            abilities = leader.page.abilities
            if "ringleader" in abilities and leader is not enemy and not enemy.page.zombie:
                ringleader = 1
            elif "dirge" in abilities and leader is not enemy and enemy.page.zombie:
                dirge = 1
            elif "drill" in abilities and enemy.page.id == "zombie-reg":
                drill = 1
        return ringleader + dirge + drill

    def defence_bonus(self, target):
        if "riot-shield" in target.page.abilities:
            return 2
        if target.page.id == "zombie-reg" and any("drill" in leader.page.abilities for leader in self.leaders):
            return 1
        return 0

    def attack(self, attacker, weapon, target, by_squad):
        if "distraction" in target.page.abilities and "distraction" not in target.marks:
            target.marks.add("distraction")
            return
        skill = attacker.skill + (0 if by_squad else self.attack_bonus(attacker))
        attack = two() + skill
        defence = two() + target.skill + self.defence_bonus(target)
        if attack < defence and by_squad and self.command and self.captain.life > 0 and defence - skill <= 12:
            self.command = False
            attack = two() + skill
        if attack < defence:
            return
        damage = sum([d6() for _ in range(weapon.dice)]) if weapon.dice else weapon.fixed
        if not self.armor_stops(attacker, weapon, target, attack - defence):
            self.wound(attacker, target, damage, attack - defence)
        self.aftermath()

    def area_attack(self, attacker, weapon, targets):
        if weapon.kind == "gas-cannister":
            targets = [target for target in targets if not target.page.zombie]
        if not targets:
            return
        attack = two() + attacker.skill + self.attack_bonus(attacker)
        hit = []
        for target in targets:
            margin = attack - two() - target.skill - self.defence_bonus(target)
            if margin >= 0:
                hit.append((target, margin))
        if not hit:
            return
        damage = sum([d6() for _ in range(weapon.dice)]) if weapon.dice else weapon.fixed
        wounds = []
        for target, margin in hit:
            own = damage // 2 if weapon.kind == "grenade" and "fire-coat" in target.page.abilities else damage
            if own > 0 and not self.armor_stops(attacker, weapon, target, margin):
                wounds.append((target, own, margin))
        for target, own, margin in wounds:
            self.wound(attacker, target, own, margin)
        self.aftermath()

    def armor_stops(self, attacker, weapon, target, margin):
        abilities = attacker.page.abilities
        if not target.armor or "irradiated" in abilities:
            return False
        if "called-shot" in abilities and margin >= 4 and weapon.name == "Sniper Rifle":
            return False
        if two() > target.armor - (2 if "armor-breaker" in abilities else 0):
            return False
        target.armor -= 1
        if target.armor <= 3:
            target.armor = 0
        return True

    def wound(self, attacker, target, damage, margin):
        abilities = attacker.page.abilities
        lost = min(damage, target.life)
        if "reap" in abilities and margin >= 5:
            lost = target.life
        target.life -= lost
        if "devour" in abilities:
            attacker.life = min(attacker.page.life, attacker.life + lost)
        if target.life <= 0:
            self.die(target)
            return
        if "stagger" in abilities:
            target.halted = True
        elif "snatch" in abilities:
            if target.uses:
                name = max(target.uses, key=target.uses.get)
                target.uses[name] = max(0, target.uses[name] - 1)
        elif "clinging" in abilities:
            if "clinging" not in target.marks:
                target.marks.add("clinging")
                target.initiative = max(1, target.initiative - 1)
        elif "infectious" in abilities:
            if "infectious" not in target.marks:
                target.marks.add("infectious")
                target.skill = max(1, target.skill - 1)
        elif "paralysing-touch" in abilities:
            target.numb = True
        own = target.page.abilities
        if "frenzy" in own:
            target.marks.add("frenzy")
        elif "surrender" in own and target.life * 2 <= target.page.life:
            target.marks.add("surrendered")
            self.remove(target)

    def die(self, target):
        if target is self.captain:
            raise CaptainDied
        if target in self.enemies:
            self.remove(target)
            if "bystander" in target.page.abilities:
                self.innocents += 1
                self.defeated -= 1
            elif "last-blast" in target.page.abilities:
                self.blasts.append(target)

    def remove(self, enemy):
        self.enemies.remove(enemy)
        self.fallen.append(enemy)
        self.defeated += 1
        if enemy in self.leaders:
            self.leaders.remove(enemy)

    def aftermath(self):
        while self.blasts:
            self.attack(self.blasts.pop(0), BLAST, self.attacked(), False)


BLAST = Weapon({"name": "Last Blast", "shots": 1, "damage": "2d6"})


def games(number, seed):
    """Plays many games: for each, whether the Captain lives and how many enemies were defeated."""
    random.seed(seed)
    for _ in range(number):
        game = Game()
        yield game.play(), game.defeated


if __name__ == "__main__":
    played = list(games(2000, seed=1))
    alive, defeated = (sum(column) / len(played) for column in zip(*played, strict=True))
    print(f"{alive:.3f} survive ten moves, {defeated:.1f} enemies defeated")
