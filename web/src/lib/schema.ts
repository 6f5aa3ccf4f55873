/** The part of JSON schema that options and procedures use, and what a form wants to know of it. */

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  /** Of a field that names a game: how many sides that must have. */
  sides?: number;
  /** Words that a field takes instead of the text of a file, each with its title. */
  "x-words"?: Record<string, string>;
  propertyNames?: Schema;
  title?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  examples?: unknown[];
  /** Whether nothing at all may be given instead. */
  isOptional?: boolean;
  additionalProperties?: Schema | boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  $defs?: Record<string, Schema>;
}

export function follow(schema: Schema, root: Schema): Schema {
  if (!schema.$ref) return schema;
  const { $ref: reference, ...beside } = schema;
  return { ...(root.$defs?.[reference.split("/").pop() ?? ""] ?? {}), ...beside };
}

/** The one real alternative beside "nothing", if there is just one. */
export function plain(schema: Schema, root: Schema): Schema {
  const found = follow(schema, root);
  const real = found.anyOf?.filter((it) => it.type !== "null") ?? [];
  if (real.length !== 1 || !real[0]) return found;
  return {
    ...follow(real[0], root),
    default: found.default,
    description: found.description,
    isOptional: found.anyOf!.length > 1,
  };
}

/** What a table of names holds, if a field is one. */
export function heldBy(schema: Schema): Schema | undefined {
  const isTable = schema.type === "object" && !schema.properties && typeof schema.additionalProperties === "object";
  return isTable ? (schema.additionalProperties as Schema) : undefined;
}

/** What a field becomes when one value is put into it: the first of several, if it holds several. */
export function placed(field: Schema, root: Schema, value: unknown, before?: unknown): unknown {
  const found = plain(field, root);
  const others = (before ?? found.default ?? []) as unknown[];
  return found.type === "array" ? [value, ...others.slice(1)] : value;
}

export function initial(schema: Schema, root: Schema): unknown {
  const found = plain(schema, root);
  if (found.default !== undefined && found.default !== null) return structuredClone(found.default);
  if (found.properties)
    return Object.fromEntries(
      Object.entries(found.properties)
        .filter(([name, it]) => found.required?.includes(name) || follow(it, root).properties)
        .map(([name, it]) => [name, initial(it, root)]),
    );
  if (found.enum) return found.enum[0];
  if (found.type === "boolean") return false;
  if (found.type === "integer" || found.type === "number") return found.minimum ?? 0;
  if (found.prefixItems) return found.prefixItems.map((it) => initial(it, root));
  if (found.type === "array") return [];
  if (found.type === "object") return {};
  return "";
}
