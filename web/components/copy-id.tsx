import { Code, Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** Shows an id with a button to copy it. */
export function CopyId({ id }: { id: string }) {
  return (
    <Group gap={4} component="span">
      <Code>{id}</Code>
      <CopyButton value={id} />
    </Group>
  )
}
