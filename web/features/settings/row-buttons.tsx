import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'

/** Shows the edit and delete buttons of a row, labelled with the row's name. */
export function RowButtons(props: {
  editLabel: string
  deleteLabel: string
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={props.editLabel}>
        <ActionIcon size="lg" aria-label={props.editLabel} onClick={props.onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={props.deleteLabel}>
        <ActionIcon size="lg" aria-label={props.deleteLabel} onClick={props.onDelete}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
