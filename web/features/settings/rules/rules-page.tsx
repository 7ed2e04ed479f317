import { Group, Switch } from '@mantine/core'
import { IconArrowUp, IconHistory, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Column } from '../../../components/row-table.tsx'
import { RuleLogDialog } from '../../../components/rules/rule-log.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { TablePage } from '../../../components/table-page.tsx'
import { useAction } from '../../../components/use-action.ts'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { RULES } from '../../../lib/rules.ts'
import type { Rule } from '../../../lib/rules.ts'
import { useList } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { RowButton, RowButtons } from '../row-buttons.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { TrialDialog } from './trial-dialog.tsx'

/** Shows the rules in their order: create, switch on, move, try, explain, edit, delete. */
export const RulesPage = adminPage('settings.rules.title', Rules)

/** The dialog that is open. */
type Opened = { kind: 'edit'; rule: Rule | null } | { kind: 'trial' | 'log' | 'delete'; rule: Rule }

const refresh = () => queryClient.invalidateQueries({ queryKey: RULES })

function Rules() {
  const t = useTranslations('settings.rules')
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const list = useList<Rule>([...RULES, 'list'], '/api/v1/rules', { limit: PAGE_SIZE.max })
  const create = useCreateButton('create-rule', t('create'), () =>
    setOpened({ kind: 'edit', rule: null }),
  )
  const columns = useColumns(setOpened)
  const { rule } = opened ?? {}
  return (
    <TablePage
      title={t('title')}
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      columns={columns}
    >
      {opened?.kind === 'edit' && <RuleDialog rule={opened.rule} onClose={close} />}
      {opened?.kind === 'trial' && <TrialDialog rule={opened.rule} onClose={close} />}
      {opened?.kind === 'log' && (
        <RuleLogDialog
          title={t('logTitle', { name: opened.rule.name })}
          path={`/api/v1/rules/${opened.rule.id}/log`}
          onClose={close}
        />
      )}
      <ConfirmAction
        item={opened?.kind === 'delete' ? opened.rule : null}
        title={t('deleteTitle', { name: rule?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: rule?.name ?? '' })}
        isDangerous
        run={({ id }) => api.delete(`/api/v1/rules/${id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={() => void refresh()}
        onClose={close}
      />
    </TablePage>
  )
}

/** Returns the columns of the rules, in whose order they run. */
function useColumns(onOpen: (opened: Opened) => void): Column<Rule>[] {
  const t = useTranslations('settings.rules')
  const tParts = useTranslations('settings.ruleParts')
  const tTable = useTranslations('tables')
  return [
    {
      key: 'place',
      label: t('place'),
      width: 2.5,
      isFigure: true,
      place: 'face',
      cell: ({ place }) => place,
    },
    {
      key: 'name',
      label: t('name'),
      place: 'title',
      cell: (rule) => <CustomerText>{rule.name}</CustomerText>,
    },
    {
      key: 'state',
      label: tTable('status'),
      width: 7,
      cell: ({ off, is_on: isOn }) => {
        const text = off ? t(`offReasons.${off.reason}`) : t(isOn ? 'on' : 'off')
        return (
          <span title={text}>
            <StatusText tone={off ? 'bad' : isOn ? 'good' : 'quiet'}>{text}</StatusText>
          </span>
        )
      },
    },
    { key: 'when', label: t('when'), cell: ({ trigger }) => tParts(`triggers.${trigger.on}`) },
    {
      key: 'then',
      label: t('actions'),
      from: 'l',
      cell: ({ actions }) => actions.map(({ type }) => tParts(`actions.${type}`)).join(', '),
    },
    {
      key: 'actions',
      label: tTable('actions'),
      width: 15.5,
      place: 'actions',
      cell: (rule) => <RuleButtons rule={rule} onOpen={onOpen} />,
    },
  ]
}

function RuleButtons({ rule, onOpen }: { rule: Rule; onOpen: (opened: Opened) => void }) {
  const t = useTranslations('settings.rules')
  const { name } = rule
  const path = `/api/v1/rules/${rule.id}`
  const turn = useAction({
    run: (isOn: boolean) => api.patch(path, { is_on: isOn }),
    failed: t('switchFailed'),
    onDone: refresh,
  })
  const move = useAction({
    run: () => api.patch(path, { place: rule.place - 1 }),
    failed: t('moveFailed'),
    onDone: refresh,
  })
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <RowButton
        label={t('moveUp', { name })}
        icon={<IconArrowUp size={18} aria-hidden />}
        isAbsent={rule.place === 1}
        onClick={() => move.mutate()}
      />
      <Switch
        aria-label={t('isOn', { name })}
        checked={rule.is_on}
        disabled={turn.isPending}
        onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
      />
      <RowButton
        label={t('try', { name })}
        icon={<IconPlayerPlay size={18} aria-hidden />}
        onClick={() => onOpen({ kind: 'trial', rule })}
      />
      <RowButton
        label={t('log', { name })}
        icon={<IconHistory size={18} aria-hidden />}
        onClick={() => onOpen({ kind: 'log', rule })}
      />
      <RowButtons
        editLabel={t('editOf', { name })}
        deleteLabel={t('deleteOf', { name })}
        onEdit={() => onOpen({ kind: 'edit', rule })}
        onDelete={() => onOpen({ kind: 'delete', rule })}
      />
    </Group>
  )
}
