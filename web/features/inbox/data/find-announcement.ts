import { compareItems } from './thread.ts'
import type { MessageItem, ThreadItem } from './types.ts'

/**
 * Returns the newest message of the customer that came after `seen`, the last item of before; undefined if there is
 * none. Items that became the last ones because others were removed, by an undo, came before it.
 */
export function findAnnouncement(
  items: readonly ThreadItem[],
  seen: ThreadItem | undefined,
): MessageItem | undefined {
  return items.findLast(
    (item): item is MessageItem =>
      item.kind === 'message' &&
      item.direction === 'inbound' &&
      (seen === undefined || compareItems(item, seen) > 0),
  )
}
