import { toCount } from '#domain/counts.ts'

/** A row whose columns are named as the fields of a value, by `select … as "camelCase"`. */
export type Row = Readonly<Record<string, unknown>>

/** The fields that are numbers, or absent. */
type CountsOf<Value> = { [Field in keyof Value]-?: number extends Value[Field] ? Field : never }[keyof Value]

/**
 * Reads rows as values: absent ones become `undefined`, and the named ids and counts (int8) numbers. A row has no column that is not a
 * field of the value.
 */
export const rowAs =
  <Value extends object>(...counts: readonly (CountsOf<Value> & string)[]) =>
  (row: Row): Value => {
    const fields = Object.entries(row).map(([field, value]) => [field, value ?? undefined])
    const value = Object.fromEntries(fields)
    for (const count of counts) if (typeof value[count] === 'bigint') value[count] = toCount(value[count])
    return value
  }
