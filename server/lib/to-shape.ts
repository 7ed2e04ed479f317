import type { Static, TObject } from 'typebox'

/** The fields of a shape that no column of `Row` with the same name and type provides. */
type Missing<Shape, Row> = {
  [
    Name in keyof Shape as Name extends keyof Row
      ? Row[Name] extends Shape[Name]
        ? never
        : Name
      : Name
  ]: Shape[Name]
}

/**
 * Returns a row as an object of `schema`: the fields in `computed`, and all others from the columns of the same name. A field
 * that has neither is a type error. Other columns of the row are left out.
 */
export function toShape<Schema extends TObject, Row extends object>(
  schema: Schema,
  row: Row,
  computed: Missing<Static<Schema>, Row> & Partial<Static<Schema>>,
): Static<Schema> {
  const values: Record<string, unknown> = { ...row, ...computed }
  const names = Object.keys(schema.properties)
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Static<Schema>
}
