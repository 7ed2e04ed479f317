/** Words for the names of visitors in a language, separated by spaces: 16 colours, and 32 animals or plants. */
export type VisitorWords = { colors: string; animals: string }

const COLORS = 16
const ANIMALS = 32

/**
 * Returns the name for a contact of whom nothing is known, such as "Blue Heron": always the same one for an id, so that members can talk
 * about the contact. It is shown in place of a name and never stored.
 */
export function visitorName(id: string, { colors, animals }: VisitorWords): string {
  // The last digits of an id are random.
  const number = Number.parseInt(id.slice(-4), 16) || 0
  return [
    colors.split(' ')[number % COLORS],
    animals.split(' ')[Math.floor(number / COLORS) % ANIMALS],
  ].join(' ')
}
