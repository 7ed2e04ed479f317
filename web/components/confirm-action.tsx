import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useAction } from './use-action.ts'
import type { Action } from './use-action.ts'

/** The dialog that asks for confirmation of an action on `item`, runs it and closes once it is done. It is open while there is an item. */
export function ConfirmAction<Item, Answer>(
  props: Action<Answer, Item> & {
    item: Item | null | false
    title: string
    text: string
    confirmLabel: string
    cancelLabel?: string
    isDangerous?: boolean
    onClose: () => void
    children?: ReactNode
  },
) {
  const { item, run, done, failed, onDone, onSettled, ...dialog } = props
  const action = useAction({
    run,
    done,
    failed,
    onDone: (answer, input) => {
      dialog.onClose()
      return onDone?.(answer, input)
    },
    onSettled,
  })
  const isOpen = item !== null && item !== false
  return (
    <ConfirmDialog
      {...dialog}
      opened={isOpen}
      isPending={action.isPending}
      onConfirm={() => isOpen && action.mutate(item)}
    />
  )
}
