import { Button, Group, Kbd, Text } from '@mantine/core'

/** Shows a message with an undo button that keeps its width beside a long message. */
export function UndoMessage(props: { message: string; label: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{props.message}</Text>
      <Button
        flex="none"
        size="compact-sm"
        variant="light"
        aria-keyshortcuts="z"
        rightSection={
          <Kbd size="xs" aria-hidden visibleFrom="sm">
            Z
          </Kbd>
        }
        onClick={props.onUndo}
      >
        {props.label}
      </Button>
    </Group>
  )
}
