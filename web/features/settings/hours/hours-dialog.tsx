import {
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'use-intl'
import { BUSINESS_HOURS_MAX, WEEKDAYS } from '#shared/business-hours.ts'
import type { Period, Weekday } from '#shared/business-hours.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { weekdayName } from './day-words.ts'
import { ExceptionFields } from './exception-fields.tsx'
import { NEW_EXCEPTION, toException, toValues } from './exception-values.ts'
import type { Hours } from './hours-query.ts'
import { PeriodFields } from './period-fields.tsx'

const OFFICE: Period[] = [['09:00', '17:00']]
const NEW_WEEK = Object.fromEntries(
  WEEKDAYS.map((day) => [day, day === 'sat' || day === 'sun' ? [] : OFFICE]),
) as Record<Weekday, Period[]>

/** The dialog that creates or edits business hours. */
export function HoursDialog({ hours, onClose }: { hours: Hours | null; onClose: () => void }) {
  const t = useTranslations('settings.hours')
  const tSettings = useTranslations('settings')
  const locale = useLocale()
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const form = useForm({
    initialValues: {
      name: hours?.name ?? '',
      timeZone: hours?.time_zone ?? ownZone,
      week: (hours?.week ?? NEW_WEEK) as Record<Weekday, readonly Period[]>,
      exceptions: (hours?.exceptions ?? []).map(toValues),
      isDefault: hours?.is_default ?? false,
    },
  })
  const { week, exceptions, timeZone, isDefault } = form.values
  const save = useSubmit(form, {
    send: (values) => {
      const body = {
        name: values.name.trim(),
        time_zone: values.timeZone,
        week: values.week,
        exceptions: values.exceptions.map(toException),
        ...(values.isDefault && { is_default: true }),
      }
      return hours
        ? api.patch(`/api/v1/business-hours/${hours.id}`, body)
        : api.post('/api/v1/business-hours', body)
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={hours ? t('editTitle', { name: hours.name }) : t('create')}
      size="60rem"
      request={save}
      submitLabel={hours ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('name')}
          required
          dir="auto"
          maxLength={BUSINESS_HOURS_MAX.name}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label={t('timeZone')}
          data={[...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])]}
          searchable
          limit={50}
          allowDeselect={false}
          {...form.getInputProps('timeZone')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Fieldset legend={t('week')}>
          <Stack gap="xs">
            <DimmedText>{t('weekHint')}</DimmedText>
            {WEEKDAYS.map((day) => {
              const name = weekdayName(day, locale)
              return (
                <Group key={day} gap="xs" align="center" wrap="wrap">
                  <Text size="sm" w="6rem">
                    {name}
                  </Text>
                  <PeriodFields
                    day={name}
                    periods={week[day]}
                    onChange={(periods) => form.setFieldValue('week', { ...week, [day]: periods })}
                  />
                </Group>
              )
            })}
            <FieldError error={form.errors['week']} />
          </Stack>
        </Fieldset>
        <Fieldset legend={t('exceptions')}>
          <Stack gap="md">
            <DimmedText>{t('exceptionsHint')}</DimmedText>
            {exceptions.map((exception, index) => (
              <ExceptionFields
                key={index}
                exception={exception}
                onChange={(changed) =>
                  form.setFieldValue('exceptions', exceptions.with(index, changed))
                }
                onRemove={() => form.setFieldValue('exceptions', exceptions.toSpliced(index, 1))}
              />
            ))}
            <FieldError error={form.errors['exceptions']} />
            <Button
              variant="default"
              size="xs"
              w="fit-content"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => form.setFieldValue('exceptions', [...exceptions, NEW_EXCEPTION])}
            >
              {t('addException')}
            </Button>
          </Stack>
        </Fieldset>
      </SimpleGrid>
      <Switch
        label={t('isDefault')}
        description={t('isDefaultHint')}
        disabled={hours?.is_default === true}
        checked={isDefault}
        onChange={(event) => form.setFieldValue('isDefault', event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

function FieldError({ error }: { error: unknown }) {
  return typeof error === 'string' ? (
    <Text size="sm" c="red" role="alert">
      {error}
    </Text>
  ) : null
}
