import { Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TICKET_PRIORITIES, TICKET_STATUSES } from '#shared/tickets.ts'
import { TagPill } from '../../components/tag-pill.tsx'
import { ExportButton } from '../../components/selection/export-button.tsx'
import { SelectionBar } from '../../components/selection/selection-bar.tsx'
import type { RunBulk } from '../../components/selection/use-bulk-action.ts'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'
import type { Query } from '../../lib/api.ts'
import { membersQuery } from '../../lib/members.ts'
import type { Selection } from '../../lib/selection.ts'
import { tagsQuery } from '../../lib/tags.ts'
import { useTicketTypes } from '../../lib/ticket-types.ts'

/** Shows how many tickets are selected, with the actions on them. */
export function TicketSelectionBar(props: {
  selection: Selection
  filters: Query
  onSelectAll: () => void
  onChange: RunBulk
}) {
  const { selection, filters, onSelectAll, onChange } = props
  const t = useTranslations('bulk')
  const labels = useTicketLabels()
  const { data: members = [] } = useQuery(membersQuery)
  const [isDueOpen, setDueOpen] = useState(false)
  const isNone = selection.count === 0
  const { data: tags = [] } = useQuery(tagsQuery)
  const types = useTicketTypes()
  const setType = (id: string | null) => void onChange({ action: 'set_type', type_id: id })
  const assign = (id: string | null) => void onChange({ action: 'assign', assignee_id: id })
  return (
    <>
      <SelectionBar subject="tickets" floats {...{ selection, filters, onSelectAll }}>
        <Choices label={t('assign')} isDisabled={isNone}>
          <Menu.Item onClick={() => assign(null)}>{labels.assignee(null)}</Menu.Item>
          {members
            .filter(({ removed_at: removedAt }) => removedAt === null)
            .map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => assign(id)}>
                <bdi dir="auto">{name}</bdi>
              </Menu.Item>
            ))}
        </Choices>
        <Choices label={t('status')} isDisabled={isNone}>
          {TICKET_STATUSES.map((status) => (
            <Menu.Item key={status} onClick={() => void onChange({ action: 'set_status', status })}>
              {labels.status(status)}
            </Menu.Item>
          ))}
        </Choices>
        <Choices label={t('priority')} isDisabled={isNone}>
          {TICKET_PRIORITIES.map((priority) => (
            <Menu.Item
              key={priority}
              onClick={() => void onChange({ action: 'set_priority', priority })}
            >
              {labels.priority(priority)}
            </Menu.Item>
          ))}
        </Choices>
        {types.length > 0 && (
          <Choices label={t('type')} isDisabled={isNone}>
            <Menu.Item onClick={() => setType(null)}>{t('typeNone')}</Menu.Item>
            {types.map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => setType(id)}>
                <bdi dir="auto">{name}</bdi>
              </Menu.Item>
            ))}
          </Choices>
        )}
        <Button
          size="compact-sm"
          variant="default"
          disabled={isNone}
          onClick={() => setDueOpen(true)}
        >
          {t('due')}
        </Button>
        {(['tag', 'untag'] as const).map((action) => (
          <Choices key={action} label={t(action)} isDisabled={isNone}>
            {tags.map((tag) => (
              <Menu.Item key={tag.id} onClick={() => void onChange({ action, tag_id: tag.id })}>
                <TagPill tag={tag} />
              </Menu.Item>
            ))}
            {tags.length === 0 && <Menu.Label>{t('noTags')}</Menu.Label>}
          </Choices>
        ))}
        <ExportButton subject="tickets" selection={selection} filters={filters} />
      </SelectionBar>
      {isDueOpen && (
        <DueDialog
          count={selection.count}
          onClose={() => setDueOpen(false)}
          onSave={(dueAt) => {
            setDueOpen(false)
            void onChange({ action: 'set_due', due_at: dueAt })
          }}
        />
      )}
    </>
  )
}

function Choices(props: { label: string; isDisabled: boolean; children: ReactNode }) {
  return (
    <Menu position="top-start" shadow="md" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" disabled={props.isDisabled}>
          {props.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="20rem" style={{ overflowY: 'auto' }}>
        {props.children}
      </Menu.Dropdown>
    </Menu>
  )
}

function DueDialog(props: {
  count: number
  onSave: (dueAt: string | null) => void
  onClose: () => void
}) {
  const { count, onSave, onClose } = props
  const t = useTranslations('bulk')
  const [value, setValue] = useState('')
  return (
    <Modal opened onClose={onClose} title={t('dueTitle', { count })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(new Date(value).toISOString())
        }}
      >
        <Stack>
          <TextInput
            type="datetime-local"
            label={t('due')}
            required
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={() => onSave(null)}>
              {t('dueRemove')}
            </Button>
            <Button type="submit">{t('dueSave')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
