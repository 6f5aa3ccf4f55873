/** Documents of forms: plain data, and places in it. A path is where a value stands, a place which field that is. */

export type Step = string | number;
export type Path = Step[];
export type Document = Record<string, unknown>;

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, step) => (found as Record<Step, unknown> | undefined | null)?.[step], data);
}

/** The document with another value at a path; without a value the field is taken out. Nothing else is changed. */
export function put<T>(data: T, path: Path, value: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  const inner = rest.length
    ? put(valueAt(data, [step]) ?? (typeof rest[0] === "number" ? [] : {}), rest, value)
    : value;
  if (typeof step === "number") {
    const list = [...((data as unknown[] | undefined) ?? [])];
    if (inner === undefined) list.splice(step, 1);
    else list[step] = inner;
    return list as T;
  }
  const { [step]: _, ...others } = (data ?? {}) as Record<string, unknown>;
  if (inner === undefined) return others as T;
  return { ...(data as Record<string, unknown>), [step]: inner } as T;
}

/** As findings write it: `model[2].traits`. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text ? `${text}.${step}` : step),
    "",
  );
}

/** As forms write it: `model/traits`. */
export const placeOf = (path: Path): string => path.filter((step) => typeof step === "string").join("/");

/** Whether what one path speaks of lies at or under another. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || (path.startsWith(outer) && [".", "["].includes(path[outer.length] ?? ""));
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const [mine, theirs] = [Object.entries(one), Object.entries(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    mine.length === theirs.length &&
    mine.every(([key, value]) => isEqual(value, (other as Record<string, unknown>)[key]))
  );
}

/** What an entry is called, if it says so. */
export function nameOf(entry: unknown): string {
  const { name, title, id } = (entry ?? {}) as Record<string, unknown>;
  return String(name || title || id || "");
}
