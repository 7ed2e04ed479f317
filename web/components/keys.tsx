import { Group, Kbd } from '@mantine/core'
import type { ShortcutId } from '#shared/shortcuts.ts'
import { activeKeys, toSigns, useMemberKeys } from '../lib/member-keys.ts'

/** Shows a combination as the labels of its keys. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {toSigns(keys).map((sign, index) => (
        <Kbd key={index} fz="xs">
          {sign}
        </Kbd>
      ))}
    </Group>
  )
}

/** Shows the member's keys of a shortcut; nothing if it has none. */
export function ShortcutKeys({ id }: { id: ShortcutId }) {
  const keys = activeKeys(id, useMemberKeys())
  return keys === null ? null : <Keys keys={keys} />
}
