import { Button, Switch, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CustomField } from '../../lib/custom-fields.ts'
import { ConfirmAction } from '../confirm-action.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { CustomFieldInput } from '../custom-field-input.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { NewPasswordInput } from '../new-password-input.tsx'
import { SearchField } from '../search-field.tsx'
import { SecretOnce } from '../secret-once.tsx'
import { Section } from '../section-nav.tsx'
import { SettingsFields } from '../settings-fields.tsx'
import { SubmitButtons } from '../submit-buttons.tsx'
import { ToolButton } from '../tool-button.tsx'
import { useCreateButton } from '../use-create-button.tsx'
import type { Story } from './story.ts'

const nothing = () => {}
const field = (type: CustomField['type'], label: string) =>
  ({ id: type, key: type, type, label, choices: ['Small', 'Large'] }) as CustomField

/** Shows the button that opens a dialog, which would cover the page. */
function Opened({
  label,
  children,
}: {
  label: string
  children: (onClose: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

function CreateButton() {
  return useCreateButton('story-create', 'Create tag', nothing)
}

/** Fields, buttons, filters and dialogs. */
export const FIELD_STORIES: Story[] = [
  {
    file: 'custom-field-input',
    states: Object.fromEntries(
      (['text', 'number', 'date', 'boolean', 'choice'] as const).map((type) => [
        type,
        () => <CustomFieldInput field={field(type, `A ${type}`)} value="" onChange={nothing} />,
      ]),
    ),
  },
  {
    file: 'new-password-input',
    states: {
      plain: () => <NewPasswordInput label="New password" />,
      wrong: () => (
        <NewPasswordInput label="Another new password" error="Use at least 12 characters." />
      ),
    },
  },
  {
    file: 'search-field',
    states: { empty: () => <SearchField label="Search tickets" value="" onChange={nothing} /> },
  },
  {
    file: 'tool-button',
    states: {
      quiet: () => <ToolButton icon={<IconFilter size={16} aria-hidden />} label="Filter" />,
    },
  },
  {
    file: 'submit-buttons',
    states: {
      ready: () => <SubmitButtons label="Save" isPending={false} onCancel={nothing} />,
      sending: () => <SubmitButtons label="Save changes" isPending onCancel={nothing} />,
      disabled: () => (
        <SubmitButtons label="Save all" isPending={false} isDisabled onCancel={nothing} />
      ),
    },
  },
  {
    file: 'settings-fields',
    states: {
      fields: () => (
        <SettingsFields>
          <TextInput label="Workspace name" description="Customers never see it." />
          <Switch label="Require a second factor" description="For all members." />
          <Button w="fit-content">Save</Button>
        </SettingsFields>
      ),
    },
  },
  { file: 'use-create-button', states: { plain: () => <CreateButton /> } },
  {
    file: 'section-nav',
    states: {
      links: () => (
        <Section
          label="An area"
          groups={[{ items: [{ path: '/settings/profile', label: 'Profile' }] }]}
        >
          Its page
        </Section>
      ),
    },
  },
  {
    file: 'confirm-dialog',
    states: {
      dangerous: () => (
        <Opened label="Delete…">
          {(close) => (
            <ConfirmDialog
              opened
              isDangerous
              title="Delete the tag?"
              text="It is removed from 12 conversations."
              confirmLabel="Delete tag"
              onConfirm={close}
              onClose={close}
            />
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'confirm-action',
    states: {
      plain: () => (
        <Opened label="Retry…">
          {(close) => (
            <ConfirmAction
              item="event"
              title="Retry?"
              text="The event is sent again."
              confirmLabel="Retry"
              run={async () => null}
              failed="Couldn’t retry"
              onClose={close}
            />
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'form-dialog',
    states: {
      plain: () => (
        <Opened label="Create tag…">
          {(close) => (
            <FormDialog
              title="Create tag"
              submitLabel="Create"
              request={{ submit: close, error: null, isPending: false } as never}
              onClose={close}
            >
              <TextInput label="Name" />
            </FormDialog>
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'secret-once',
    states: {
      plain: () => (
        <Opened label="Show the secret…">
          {(close) => (
            <SecretOnce
              secret="whsec_example"
              title="Copy the secret"
              text="It is shown once."
              label="Secret"
              doneLabel="Done"
              onDone={close}
            />
          )}
        </Opened>
      ),
    },
  },
]
