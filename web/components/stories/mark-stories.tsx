import { IconAlertTriangle, IconArchive, IconLock } from '@tabler/icons-react'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'
import { TAG_COLORS } from '#shared/tags.ts'
import { Avatar } from '../avatar.tsx'
import { Facts } from '../facts.tsx'
import { FactsTable } from '../facts-table.tsx'
import { Figure } from '../figure.tsx'
import { HitIcon } from '../hit-icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { Mark } from '../mark.tsx'
import { MarkChip, MarkGlyph } from '../mark-chip.tsx'
import { PriorityIcon } from '../priority-icon.tsx'
import { StatusText } from '../status-text.tsx'
import type { Tone } from '../status-text.tsx'
import { TagPill } from '../tag-pill.tsx'
import type { Story } from './story.ts'

const ID = '01981e3a-7c11-7000-8000-00000000a1b2'
const TONES: Tone[] = ['good', 'bad', 'busy', 'active', 'quiet']
const ROWS = [
  { name: 'Asha Rao', open: 12, time: '3m' },
  { name: 'Ravi Shah', open: 4, time: '12m' },
]
const COLUMNS = [
  { label: 'Member', cell: (row: (typeof ROWS)[number]) => row.name },
  { label: 'Open', isNumber: true, cell: (row: (typeof ROWS)[number]) => row.open },
  { label: 'First response', isNumber: true, cell: (row: (typeof ROWS)[number]) => row.time },
]

/** Signs, statuses and figures. */
export const MARK_STORIES: Story[] = [
  {
    file: 'avatar',
    states: {
      small: () => <Avatar name="Meera Nair" id={ID} size="sm" />,
      'of a row': () => <Avatar name="Meera Nair" id={ID} size="row" />,
      medium: () => <Avatar name="Meera Nair" id={ID} />,
      'no name': () => <Avatar name={null} id={ID} />,
    },
  },
  {
    file: 'facts',
    states: {
      some: () => (
        <Facts
          facts={[
            { label: 'Status', value: 'Open' },
            { label: 'Priority', value: 'High' },
          ]}
        />
      ),
    },
  },
  {
    file: 'facts-table',
    states: {
      rows: () => (
        <FactsTable label="Members" rows={ROWS} columns={COLUMNS} keyOf={({ name }) => name} />
      ),
      'no rows': () => (
        <FactsTable
          label="Nobody"
          none="No members yet"
          rows={[]}
          columns={COLUMNS}
          keyOf={() => ''}
        />
      ),
    },
  },
  { file: 'figure', states: { plain: () => <Figure label="Delivered" value="1,204" /> } },
  {
    file: 'hit-icon',
    states: Object.fromEntries(
      (['people', 'notes', 'tickets'] as const).map((kind) => [
        kind,
        () => <HitIcon hit={{ kind, name: 'Meera Nair', personId: ID } as never} />,
      ]),
    ),
  },
  {
    file: 'icon-button',
    states: {
      plain: () => (
        <IconButton label="Archive">
          <IconArchive size={18} aria-hidden />
        </IconButton>
      ),
      disabled: () => (
        <IconButton label="Archive (not allowed)" disabled>
          <IconArchive size={18} aria-hidden />
        </IconButton>
      ),
    },
  },
  {
    file: 'mark',
    states: {
      '16 px': () => <Mark size={16} />,
      '28 px': () => <Mark size={28} />,
      '48 px': () => <Mark size={48} />,
    },
  },
  {
    file: 'mark-chip',
    states: {
      text: () => <MarkChip>Draft</MarkChip>,
      labelled: () => <MarkChip label="Waiting for 3 hours">3h</MarkChip>,
      glyph: () => (
        <MarkGlyph label="Locked">
          <IconLock size={14} aria-hidden />
        </MarkGlyph>
      ),
    },
  },
  {
    file: 'priority-icon',
    states: Object.fromEntries(
      TICKET_PRIORITIES.map((priority) => [
        priority,
        () => <PriorityIcon priority={priority} size={16} />,
      ]),
    ),
  },
  {
    file: 'status-text',
    states: Object.fromEntries(
      TONES.map((tone) => [tone, () => <StatusText tone={tone}>{tone}</StatusText>]),
    ),
  },
  {
    file: 'tag-pill',
    states: {
      ...Object.fromEntries(
        TAG_COLORS.map((color) => [color, () => <TagPill tag={{ name: 'Refund', color }} />]),
      ),
      'with an icon beside': () => (
        <span>
          <TagPill
            isWhole
            tag={{ name: 'A rather long tag that is shown whole', color: TAG_COLORS[0] }}
          />{' '}
          <IconAlertTriangle size={14} aria-hidden />
        </span>
      ),
    },
  },
]
