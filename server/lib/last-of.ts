import { itemAt } from './item-at.ts'

/** Returns the last item of a list that has at least one. Throws if it is empty. */
export function lastOf<T extends NonNullable<unknown> | null>(list: ArrayLike<T>): T {
  return itemAt(list, list.length - 1)
}
