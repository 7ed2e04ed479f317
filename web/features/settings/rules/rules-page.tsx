import { Group, Switch } from '@mantine/core'
import { IconArrowUp, IconHistory, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { Row } from '../../../components/rows.tsx'
import { RuleLogDialog } from '../../../components/rules/rule-log.tsx'
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
  const { rule } = opened ?? {}
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(each) => <RuleRow key={each.id} rule={each} onOpen={setOpened} />}
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
    </ListPage>
  )
}

function RuleRow({ rule, onOpen }: { rule: Rule; onOpen: (opened: Opened) => void }) {
  const t = useTranslations('settings.rules')
  const tParts = useTranslations('settings.ruleParts')
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
    <Row
      title={<CustomerText>{name}</CustomerText>}
      sub={
        <>
          <span>{tParts(`triggers.${rule.trigger.on}`)}</span>
          <span>
            {rule.off ? t(`offReasons.${rule.off.reason}`) : t(rule.is_on ? 'on' : 'off')}
          </span>
        </>
      }
      tail={
        <Group gap={4} wrap="nowrap">
          <Switch
            aria-label={t('isOn', { name })}
            checked={rule.is_on}
            disabled={turn.isPending}
            onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
          />
          {rule.place > 1 && (
            <RowButton
              label={t('moveUp', { name })}
              icon={<IconArrowUp size={18} aria-hidden />}
              onClick={() => move.mutate()}
            />
          )}
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
      }
    />
  )
}
