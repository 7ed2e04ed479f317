import { Button, Code, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CannedReply } from '#conversations/canned-replies/schema.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { Page } from '../../components/page.tsx'
import { EmptyState } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import { useCommands } from '../../lib/commands.ts'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'
import { Row, Rows } from '../../components/rows.tsx'
import { useList } from '../../lib/use-list.ts'
import { CannedReplyDialog } from './canned-reply-dialog.tsx'
import { RowButtons } from './row-buttons.tsx'

type Reply = Wire<CannedReply>

/** Shows the workspace's canned replies: create, find, edit, delete. */
export function CannedRepliesPage() {
  const t = useTranslations('settings.replies')
  const [edited, setEdited] = useState<Reply | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Reply | null>(null)
  const [words, setWords] = useState('')
  const [q] = useDebouncedValue(words.trim(), 200)
  const list = useList<Reply>(['canned-replies', 'list'], '/api/v1/canned-replies', {
    query: { q },
  })
  const remove = useMutation({
    mutationFn: (reply: Reply) => api.delete(`/api/v1/canned-replies/${reply.id}`),
    onSuccess: (_, { shortcut }) => {
      void queryClient.invalidateQueries()
      notifyDone(t('deleted', { shortcut }))
      setDeleting(null)
    },
    onError: (err) => notifyError(t('deleteFailed'), err),
  })
  useCommands([{ id: 'create-reply', label: t('create'), run: () => setEdited('new') }])
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('create')}
    </Button>
  )
  const isAny = list.rows.length > 0 || q !== ''
  return (
    <Page title={t('title')} actions={isAny && create}>
      <Text c="dimmed" size="sm" mb="md" maw="44rem">
        {t('intro')}
      </Text>
      {isAny && (
        <TextInput
          type="search"
          mb="md"
          maw="24rem"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      <Rows
        label={t('title')}
        list={list}
        empty={
          q === '' ? (
            <EmptyState title={t('empty')} text={t('emptyText')}>
              {create}
            </EmptyState>
          ) : (
            <EmptyState title={t('nothing')} />
          )
        }
      >
        {(reply) => (
          <Row
            key={reply.id}
            title={<Code fz="sm">/{reply.shortcut}</Code>}
            sub={
              <Text span size="sm" lineClamp={2}>
                <CustomerText>{reply.text}</CustomerText>
              </Text>
            }
            tail={
              <RowButtons
                editLabel={t('editOf', { shortcut: reply.shortcut })}
                deleteLabel={t('deleteOf', { shortcut: reply.shortcut })}
                onEdit={() => setEdited(reply)}
                onDelete={() => setDeleting(reply)}
              />
            }
          />
        )}
      </Rows>
      {edited && (
        <CannedReplyDialog
          reply={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={t('deleteTitle', { shortcut: deleting?.shortcut ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { shortcut: deleting?.shortcut ?? '' })}
        isDangerous
        isPending={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      />
    </Page>
  )
}
