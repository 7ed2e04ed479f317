/** `T` as it arrives: what the server holds as a Date is an RFC 3339 text on the wire. */
export type Wire<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

/** One page of a list. */
export type Page<T> = { data: T[]; next_cursor: string | null }
