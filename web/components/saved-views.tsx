import { Button, Popover, Stack } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from './dimmed-text.tsx'
import { savedViewsQuery } from '../lib/saved-views.ts'
import type { ViewSubject } from '../lib/saved-views.ts'
import { CustomerText } from './customer-text.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { useDeleteView } from './use-delete-view.ts'

/** Shows the menu of saved views: apply one, save the current filters, delete your own. */
export function SavedViews(props: {
  subject: ViewSubject
  filters: Record<string, string>
  onChoose: (filters: Record<string, string>) => void
}) {
  const { subject, filters, onChoose } = props
  const t = useTranslations('savedViews')
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { data: views = [] } = useQuery(savedViewsQuery(subject))
  const active = views.find((view) => isSame(view.filters, filters))
  const deleteActive = useDeleteView(active)
  const closeAnd = (run: () => void) => () => {
    setOpen(false)
    run()
  }
  return (
    <>
      <Popover
        position="bottom-end"
        width={280}
        shadow="md"
        trapFocus
        returnFocus
        opened={isOpen}
        onChange={setOpen}
      >
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('label')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('label')} mah="70dvh" style={{ overflowY: 'auto' }}>
          <Stack gap={4} align="stretch">
            {views.length === 0 && <DimmedText>{t('none')}</DimmedText>}
            {views.map((view) => (
              <Button
                key={view.id}
                variant={view.id === active?.id ? 'light' : 'subtle'}
                color="gray"
                c="var(--mantine-color-text)"
                justify="space-between"
                aria-current={view.id === active?.id ? 'true' : undefined}
                rightSection={view.is_shared && <small>{t('shared')}</small>}
                onClick={closeAnd(() => onChoose(view.filters as Record<string, string>))}
              >
                <CustomerText>{view.name}</CustomerText>
              </Button>
            ))}
            {Object.keys(filters).length > 0 && !active && (
              <Button variant="light" onClick={closeAnd(() => setSaving(true))}>
                {t('save')}
              </Button>
            )}
            {active && deleteActive && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={closeAnd(() => void deleteActive())}
              >
                {t('delete', { name: active.name })}
              </Button>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isSaving && (
        <SaveViewDialog subject={subject} filters={filters} onClose={() => setSaving(false)} />
      )}
    </>
  )
}

function isSame(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}
