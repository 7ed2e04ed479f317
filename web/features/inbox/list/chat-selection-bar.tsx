import { IconButton } from '../../../components/icon-button.tsx'
import { SelectionBar } from '../../../components/selection/selection-bar.tsx'
import type { Selection } from '../../../lib/selection.ts'
import type { BulkChats } from '../actions/use-bulk-chats.ts'
import { useSelectionButtons } from './use-selection-buttons.ts'

/** Shows how many conversations are selected, with the actions on them. */
export function ChatSelectionBar(props: { selection: Selection; bulk: BulkChats }) {
  const { selection, bulk } = props
  return (
    <SelectionBar
      subject="chats"
      selection={selection}
      filters={bulk.filters}
      onSelectAll={() => void bulk.selectAll()}
    >
      {useSelectionButtons(selection, bulk).map(({ label, shortcut, Icon, run }) => (
        <IconButton
          key={label}
          label={label}
          {...(shortcut && { shortcut })}
          disabled={run === null}
          onClick={() => run?.()}
        >
          <Icon size={19} aria-hidden />
        </IconButton>
      ))}
    </SelectionBar>
  )
}
