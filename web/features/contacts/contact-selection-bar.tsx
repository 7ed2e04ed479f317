import { Button, Text, TextInput } from '@mantine/core'
import { IconArrowMerge, IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { SelectionBar } from '../../components/selection/selection-bar.tsx'
import { toUrl } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import { downloadConfirmed } from '../../lib/confirmation.ts'
import { contactQuery } from '../../lib/contacts.ts'
import type { Selection } from '../../lib/selection.ts'
import { useIsAdmin } from '../../lib/session.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** Shows how many contacts are selected, with the actions on them. */
export function ContactSelectionBar(props: {
  selection: Selection
  filters: Query
  onSelectAll: () => void
  onErase: () => void
}) {
  const { selection, filters, onSelectAll, onErase } = props
  const { count, ids, isAll, exceptions } = selection
  const t = useTranslations('bulk')
  const isAdmin = useIsAdmin()
  const [opened, setOpened] = useState<'merge' | 'erase' | null>(null)
  const canMerge = !isAll && count === 2
  const canExport = isAll ? exceptions.length === 0 : count > 0 && count <= PAGE_SIZE.max
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
        {canExport ? (
          <Button
            component="a"
            size="compact-sm"
            variant="default"
            href={toUrl('/api/v1/contacts/export.csv', isAll ? filters : { ids: ids.join(',') })}
            download="contacts.csv"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={(event) => void downloadConfirmed(event)}
          >
            {t('export')}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            disabled
            title={t('exportHint')}
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            {t('export')}
          </Button>
        )}
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
