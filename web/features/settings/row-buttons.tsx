import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Shows a button of a row with only an icon, whose label names the row. With `isAbsent`, only its place is kept. */
export function RowButton(props: {
  label: string
  icon: ReactNode
  isAbsent?: boolean
  onClick: () => void
}) {
  const { label, icon, isAbsent = false, onClick } = props
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="lg"
        aria-label={label}
        style={isAbsent ? { visibility: 'hidden' } : undefined}
        onClick={onClick}
      >
        {icon}
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
