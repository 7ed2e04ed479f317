/** `T` as JSON: a Date of the server arrives as RFC 3339 text. */
export type Wire<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

/** One page of a list. */
export type Page<T> = { data: T[]; next_cursor: string | null }
