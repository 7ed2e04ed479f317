import { Button } from '@mantine/core'
import { Avatar } from '../avatar.tsx'
import { ChoiceMenu } from '../choice-menu.tsx'
import { FilterBar } from '../filter-bar.tsx'
import { FilterChip } from '../filter-chip.tsx'
import { FilterField } from '../filter-field.tsx'
import { PageHead } from '../page-head.tsx'
import { RowTable } from '../row-table.tsx'
import type { Column } from '../row-table.tsx'
import { SortMenu } from '../sort-menu.tsx'
import { StatusText } from '../status-text.tsx'
import { StickyFilters } from '../sticky-filters.tsx'
import type { Story } from './story.ts'

type Delivery = { id: string; type: string; to: string; ms: number | null; time: string }

const nothing = () => {}
const CHOICES = [
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Delivered' },
]
const ROWS: Delivery[] = [
  { id: 'a', type: 'message.received', to: 'https://shop.example/hooks', ms: 84, time: '3m' },
  { id: 'b', type: 'contact.created', to: 'https://crm.example/in', ms: null, time: '2h' },
]
const COLUMNS: Column<Delivery>[] = [
  {
    key: 'status',
    label: 'Status',
    width: 6,
    place: 'status',
    cell: ({ ms }) => (
      <StatusText tone={ms === null ? 'bad' : 'good'}>
        {ms === null ? 'Failed' : 'Delivered'}
      </StatusText>
    ),
  },
  { key: 'type', label: 'Event', place: 'title', cell: ({ type }) => type },
  { key: 'to', label: 'Endpoint', cell: ({ to }) => to },
  { key: 'ms', label: 'ms', width: 4, isFigure: true, cell: ({ ms }) => ms },
  { key: 'time', label: 'Time', width: 4, place: 'time', cell: ({ time }) => time },
]

/** Tables with their filters, and the head of an item. */
export const TABLE_STORIES: Story[] = [
  {
    file: 'filter-bar',
    states: {
      filtered: () => (
        <FilterBar
          filters={{ status: 'failed' }}
          onChange={nothing}
          onClear={nothing}
          choices={[{ name: 'status', label: 'Status', choices: CHOICES, isUsual: true }]}
        />
      ),
    },
  },
  {
    file: 'filter-chip',
    states: {
      any: () => <FilterChip {...CHIP} label="Result" value={undefined} />,
      chosen: () => <FilterChip {...CHIP} label="Outcome" value="failed" />,
    },
  },
  {
    file: 'filter-field',
    states: {
      text: () => <FilterField {...FIELD} label="Source" type="text" value="fair" />,
      day: () => <FilterField {...FIELD} label="Created after" type="date" value={undefined} />,
    },
  },
  {
    file: 'sort-menu',
    states: {
      usual: () => <SortMenu label="Sort" choices={CHOICES} value={undefined} onChange={nothing} />,
    },
  },
  {
    file: 'sticky-filters',
    states: {
      'one filter': () => (
        <StickyFilters>
          <FilterChip {...CHIP} label="Sticky outcome" value={undefined} />
        </StickyFilters>
      ),
    },
  },
  {
    file: 'choice-menu',
    states: {
      closed: () => (
        <ChoiceMenu label="Order" choices={CHOICES} onChoose={nothing}>
          {(button) => (
            <Button variant="default" size="xs" {...button}>
              Order
            </Button>
          )}
        </ChoiceMenu>
      ),
    },
  },
  {
    file: 'row-table',
    states: {
      'two rows': () => <RowTable label="Deliveries" columns={COLUMNS} rows={ROWS} />,
      'one is open': () => (
        <RowTable
          label="Deliveries of today"
          columns={COLUMNS}
          rows={ROWS}
          links={{ to: ({ id }) => `/developer/deliveries/${id}`, openId: 'a' }}
        />
      ),
    },
  },
  {
    file: 'page-head',
    states: {
      'a contact': () => (
        <PageHead
          face={<Avatar name="Meera Nair" id="meera" size="lg" />}
          heading="Meera Nair"
          facts="Customer since March"
        />
      ),
    },
  },
]

const CHIP = { choices: CHOICES, isNew: false, onChange: nothing, onClose: nothing }
const FIELD = { onChange: nothing, onDone: nothing }
