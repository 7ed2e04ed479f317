import { Box, Button, Group, Text } from '@mantine/core'
import { activeKeys, useMemberKeys } from '../lib/member-keys.ts'
import { Keys } from './keys.tsx'

/** Shows a message with an undo button that keeps its width beside a long message. */
export function UndoMessage(props: { message: string; label: string; onUndo: () => void }) {
  const keys = activeKeys('undo', useMemberKeys())
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{props.message}</Text>
      <Button
        flex="none"
        size="compact-sm"
        variant="light"
        aria-keyshortcuts={keys ?? undefined}
        rightSection={
          keys && (
            <Box aria-hidden visibleFrom="sm">
              <Keys keys={keys} />
            </Box>
          )
        }
        onClick={props.onUndo}
      >
        {props.label}
      </Button>
    </Group>
  )
}
