/** The type of an object with the values of the field `Part`, by the names of the entries that have this field. */
export type PartOf<List, Part extends string> = {
  [
    Name in keyof List as List[Name] extends Record<Part, unknown> ? Name : never
  ]: List[Name] extends Record<Part, infer Value> ? Value : never
}

/** The fields of all values of a record, as one object. */
type Joined<Parts> = (
  Parts[keyof Parts] extends infer Part ? (Part extends object ? (_: Part) => void : never) : never
) extends (_: infer All) => void
  ? { [Name in keyof All]: All[Name] }
  : never

/** Returns the values of the field `part` by the names of the entries that have it, in the order of the list. */
export function partOf<List extends object, Part extends string>(
  list: List,
  part: Part,
): PartOf<List, Part> {
  const entries = Object.entries(list).filter(([, entry]) => part in entry)
  return Object.fromEntries(entries.map(([name, entry]) => [name, entry[part]])) as PartOf<
    List,
    Part
  >
}

/** The names that `namesOf` has returned: lists are constants, and many are asked for each row. */
const known = new WeakMap<object, Map<string, readonly string[]>>()

/** Returns the names of the entries that have the field `part`, in the order of the list, which must not change. */
export function namesOf<List extends object, Part extends string>(
  list: List,
  part: Part,
): readonly (keyof PartOf<List, Part>)[] {
  const byPart = known.getOrInsertComputed(list, () => new Map())
  const names = byPart.getOrInsertComputed(part, () => Object.keys(partOf(list, part)))
  return names as (keyof PartOf<List, Part>)[]
}

/** Joins the values of a record, which are objects with different fields. */
export function joinParts<Parts extends object>(parts: Parts): Joined<Parts> {
  return Object.assign({}, ...Object.values(parts))
}
