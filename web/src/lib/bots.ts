/** A bot as a seat takes it: its name, and its parameters where they differ from the default (`warlord:bold=0.3`). */
export interface Called {
  name: string;
  params: Record<string, string>;
}

export function parse(called: string, order: string[]): Called {
  const [name = "", ...rest] = called.split(":");
  const given = rest.join(":");
  const parts = given ? given.split(",") : [];
  const params = parts.map((part, at) => {
    const [key = "", ...value] = part.split("=");
    return value.length ? [key.trim(), value.join("=").trim()] : [order[at] ?? "", key.trim()];
  });
  return { name, params: Object.fromEntries(params.filter(([key]) => key)) };
}

export function spell({ name, params }: Called): string {
  const given = Object.entries(params).filter(([, value]) => value !== "");
  return given.length ? `${name}:${given.map(([key, value]) => `${key}=${value}`).join(",")}` : name;
}
