import { Button, NumberInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type {
  RetentionPreview,
  UpdateRetentionBody,
  WorkspaceSettings,
} from '#account/workspaces/schema.ts'
import {
  AUDIT_RETENTION_DAYS,
  MESSAGE_RETENTION_DAYS,
  PREVIEW_COUNT_MAX,
} from '#shared/workspaces.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FormError } from '../../components/form-error.tsx'
import { notifyDone } from '../../components/notify.ts'
import { SettingsFields } from '../../components/settings-fields.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useServerForm } from '../../lib/use-server-form.ts'
import type { Wire } from '../../lib/wire.ts'

type Days = number | string
type Values = { messages: Days; audit: Days }
type Asked = { values: Values; preview: RetentionPreview }

/** The form for how long messages and the audit log are kept. It shows what would be deleted before it saves. */
export function DataRetention({ workspace }: { workspace: Wire<WorkspaceSettings> }) {
  const t = useTranslations('settings.retention')
  const tSettings = useTranslations('settings')
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useServerForm({
    messages: (workspace.message_retention_days ?? '') as Days,
    audit: (workspace.audit_retention_days ?? '') as Days,
  })
  const save = useMutation({
    mutationFn: (values: Values) => api.patch('/api/developer/workspace/retention', toBody(values)),
    onSuccess: async (_, values) => {
      form.resetDirty(values)
      await queryClient.invalidateQueries({ queryKey: ['workspace'] })
      notifyDone(tSettings('saved'))
    },
    onSettled: () => setAsked(null),
  })
  const check = useMutation({
    mutationFn: async (values: Values): Promise<Asked> => {
      const body = toBody(values)
      const preview = await api.get<RetentionPreview>(
        '/api/developer/workspace/retention-preview',
        {
          message_retention_days: body.message_retention_days ?? undefined,
          audit_retention_days: body.audit_retention_days ?? undefined,
        },
      )
      return { values, preview }
    },
    onSuccess: (next) => {
      const { messages, audit_entries: entries } = next.preview
      if (messages || entries) setAsked(next)
      else save.mutate(next.values)
    },
  })
  const countOf = (count: number | null | undefined) =>
    t('count', { count: count ?? 0, isMore: String((count ?? 0) >= PREVIEW_COUNT_MAX) })
  return (
    <form onSubmit={form.onSubmit((values) => check.mutate(values))}>
      <SettingsFields>
        <Title order={2}>{t('title')}</Title>
        <FormError error={save.error ?? check.error} />
        <NumberInput
          label={t('messages')}
          description={t('messagesHint')}
          placeholder={t('forever')}
          min={MESSAGE_RETENTION_DAYS.min}
          max={MESSAGE_RETENTION_DAYS.max}
          allowDecimal={false}
          {...form.getInputProps('messages')}
        />
        <NumberInput
          label={t('audit')}
          description={t('auditHint')}
          placeholder={t('forever')}
          min={AUDIT_RETENTION_DAYS.min}
          max={AUDIT_RETENTION_DAYS.max}
          allowDecimal={false}
          {...form.getInputProps('audit')}
        />
        <Button
          type="submit"
          w="fit-content"
          loading={check.isPending || save.isPending}
          disabled={!form.isDirty()}
        >
          {t('save')}
        </Button>
      </SettingsFields>
      <ConfirmDialog
        opened={asked !== null}
        title={t('confirmTitle')}
        text={t('confirmText', {
          messages: countOf(asked?.preview.messages),
          entries: countOf(asked?.preview.audit_entries),
        })}
        confirmLabel={t('confirm')}
        isDangerous
        isPending={save.isPending}
        onConfirm={() => asked && save.mutate(asked.values)}
        onClose={() => setAsked(null)}
      />
    </form>
  )
}

function toBody({ messages, audit }: Values): UpdateRetentionBody {
  return { message_retention_days: toDays(messages), audit_retention_days: toDays(audit) }
}

/** Returns null for an empty field: the data is kept forever. */
function toDays(value: Days): number | null {
  return value === '' ? null : Number(value)
}
