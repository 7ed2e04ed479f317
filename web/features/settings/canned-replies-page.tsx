import { Code, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CannedReply } from '#messages/canned-replies/schema.ts'
import { removeFormatting } from '#shared/formatted-text.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useCreateButton } from '../../components/use-create-button.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useFindTeam } from '../../lib/teams.ts'
import type { Wire } from '../../lib/wire.ts'
import { Row } from '../../components/rows.tsx'
import { useList } from '../../lib/use-list.ts'
import { CannedReplyDialog } from './canned-reply-dialog.tsx'
import { RowButtons } from './row-buttons.tsx'

type Reply = Wire<CannedReply>

/** Shows the canned replies that the member has: create, find, edit, delete. */
export function CannedRepliesPage() {
  const t = useTranslations('settings.replies')
  const findTeam = useFindTeam()
  const [edited, setEdited] = useState<Reply | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Reply | null>(null)
  const [words, setWords] = useState('')
  const [q] = useDebouncedValue(words.trim(), 200)
  const list = useList<Reply>(['canned-replies', 'list'], '/api/v1/canned-replies', {
    query: { q },
  })
  const create = useCreateButton('create-reply', t('create'), () => setEdited('new'))
  const ownerOf = ({ member_id: memberId, team_id: teamId }: Reply) =>
    memberId === null ? findTeam(teamId)?.name : t('own')
  const isAny = list.rows.length > 0 || q !== ''
  return (
    <ListPage
      title={t('title')}
      actions={isAny && create}
      intro={t('intro')}
      filters={
        isAny && (
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
        )
      }
      list={list}
      empty={
        q === ''
          ? { title: t('empty'), text: t('emptyText'), children: create }
          : { title: t('nothing') }
      }
      row={(reply) => (
        <Row
          key={reply.id}
          title={
            <Group gap="xs">
              <Code fz="sm">/{reply.shortcut}</Code>
              <Text span size="xs" c="dimmed">
                {ownerOf(reply)}
              </Text>
            </Group>
          }
          sub={
            <>
              <Text span size="sm" lineClamp={2}>
                <CustomerText>{removeFormatting(reply.text)}</CustomerText>
              </Text>
              {reply.files.length > 0 && <span>{t('files', { count: reply.files.length })}</span>}
            </>
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
    >
      {edited && (
        <CannedReplyDialog
          reply={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { shortcut: deleting?.shortcut ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { shortcut: deleting?.shortcut ?? '' })}
        isDangerous
        run={(reply) => api.delete(`/api/v1/canned-replies/${reply.id}`)}
        done={(_, { shortcut }) => t('deleted', { shortcut })}
        failed={t('deleteFailed')}
        onDone={() => void queryClient.invalidateQueries()}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}
