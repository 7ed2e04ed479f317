import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCommands } from '../lib/commands.ts'

/** Returns the button that creates an item of a list, and adds its command to the palette. */
export function useCreateButton(id: string, label: string, run: () => void): ReactNode {
  useCommands([{ id, label, run }])
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={run}>
      {label}
    </Button>
  )
}
