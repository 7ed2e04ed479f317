import type { RowPlaces } from '../../components/selection/use-row-keys.ts'

/** Returns the links of the cards, by column. */
export function cardLinks(): HTMLElement[][] {
  return [...document.querySelectorAll('[data-column-of-board]')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-card-link]'),
  ])
}

/** The places of the cards of the board; a range extends within a column. */
export const boardPlaces: RowPlaces = {
  focused: () => document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset['ticket'],
  first: () => cardLinks().flat()[0]?.id.slice('ticket-'.length),
  beside(id, by) {
    for (const links of cardLinks()) {
      const at = links.findIndex((link) => link.id === `ticket-${id}`)
      if (at >= 0) return links[at + by]?.id.slice('ticket-'.length)
    }
    return undefined
  },
  focus: (id) => document.querySelector<HTMLElement>(`#ticket-${CSS.escape(id)}`)?.focus(),
}
