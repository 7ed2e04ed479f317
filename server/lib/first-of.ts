import { itemAt } from './item-at.ts'

/** Returns the first item of a list that has at least one, such as the row of an aggregate. Throws if it is empty. */
export function firstOf<T extends NonNullable<unknown> | null>(list: ArrayLike<T>): T {
  return itemAt(list, 0)
}
