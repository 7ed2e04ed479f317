import { Group, Kbd } from '@mantine/core'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

const SIGNS: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: '⇧',
  enter: '↵',
  escape: 'Esc',
  up: '↑',
  down: '↓',
}

/** Shows a shortcut as the labels of its keys. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {keys.split(/ |\+(?!$)/).map((key, index) => (
        <Kbd key={index} fz="xs">
          {SIGNS[key] ?? key.toUpperCase()}
        </Kbd>
      ))}
    </Group>
  )
}
