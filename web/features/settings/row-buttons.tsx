import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Shows a button of a row with only an icon, whose label names the row. */
export function RowButton(props: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon size="lg" aria-label={props.label} onClick={props.onClick}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  )
}

/** Shows the edit and delete buttons of a row, labelled with the row's name. */
export function RowButtons(props: {
  editLabel: string
  deleteLabel: string
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <Group gap={4} wrap="nowrap">
      <RowButton
        label={props.editLabel}
        icon={<IconPencil size={18} aria-hidden />}
        onClick={props.onEdit}
      />
      <RowButton
        label={props.deleteLabel}
        icon={<IconTrash size={18} aria-hidden />}
        onClick={props.onDelete}
      />
    </Group>
  )
}
