import { Button, Text, TextInput } from '@mantine/core'
import { IconArrowMerge, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BULK_MERGED_MAX } from '#shared/bulk-actions.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ExportButton } from '../../components/selection/export-button.tsx'
import { SelectionBar } from '../../components/selection/selection-bar.tsx'
import type { Query } from '../../lib/api.ts'
import { contactQuery } from '../../lib/contacts.ts'
import type { Selection } from '../../lib/selection.ts'
import { useIsAdmin } from '../../lib/session.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { MergeManyDialog } from './merge-many-dialog.tsx'

/** Shows how many contacts are selected, with the actions on them. */
export function ContactSelectionBar(props: {
  selection: Selection
  filters: Query
  onSelectAll: () => void
  onErase: () => void
  onMerge: (survivorId: string, others: string[]) => void
}) {
  const { selection, filters, onSelectAll, onErase, onMerge } = props
  const { count, ids, isAll } = selection
  const t = useTranslations('bulk')
  const isAdmin = useIsAdmin()
  const [opened, setOpened] = useState<'merge' | 'erase' | null>(null)
  const canMerge = !isAll && count >= 2 && count <= BULK_MERGED_MAX + 1
  return (
    <>
      <SelectionBar subject="contacts" floats {...{ selection, filters, onSelectAll }}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!canMerge}
          title={canMerge ? undefined : t('mergeHint')}
          leftSection={<IconArrowMerge size={15} aria-hidden />}
          onClick={() => setOpened('merge')}
        >
          {t('merge')}
        </Button>
        <ExportButton subject="contacts" selection={selection} filters={filters} />
        {isAdmin && (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            disabled={count === 0}
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setOpened('erase')}
          >
            {t('erase')}
          </Button>
        )}
      </SelectionBar>
      {opened === 'merge' && ids.length === 2 && (
        <Merge
          ids={ids as [string, string]}
          onClose={() => {
            setOpened(null)
            selection.clear()
          }}
        />
      )}
      {opened === 'merge' && ids.length > 2 && (
        <MergeManyDialog
          ids={ids}
          onMerge={(survivorId) => {
            setOpened(null)
            onMerge(
              survivorId,
              ids.filter((id) => id !== survivorId),
            )
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'erase' && (
        <EraseManyDialog
          count={count}
          onErase={() => {
            setOpened(null)
            onErase()
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function Merge({ ids: [id, otherId], onClose }: { ids: [string, string]; onClose: () => void }) {
  const { data: person } = useQuery(contactQuery(id))
  return person && <MergeDialog person={person} otherId={otherId} onClose={onClose} />
}

/** Asks to type the number of contacts, because nothing brings their data back. */
function EraseManyDialog(props: { count: number; onErase: () => void; onClose: () => void }) {
  const { count, onErase, onClose } = props
  const t = useTranslations('bulk')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <ConfirmDialog
      opened
      title={t('eraseTitle', { count })}
      text={t('eraseText')}
      confirmLabel={t('erase')}
      isDangerous
      onConfirm={() => (typed.trim() === String(count) ? onErase() : setWrong(true))}
      onClose={onClose}
    >
      <Text size="sm">{t('eraseStays')}</Text>
      <TextInput
        label={t('eraseType', { count: String(count) })}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        error={isWrong && t('eraseWrong')}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setWrong(false)
        }}
      />
    </ConfirmDialog>
  )
}
