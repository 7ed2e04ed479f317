/**
 * Returns the items whose names, or the beginning of them, are spelled almost like `text`, the nearest first, of those the shortest. One spelling
 * mistake is allowed for three characters: a missing, an additional, a wrong character, or two that are swapped.
 */
export function findNearest<Item>(
  text: string,
  items: readonly Item[],
  toName: (item: Item) => string,
): Item[] {
  const typed = [...text.toLowerCase()]
  const mistakesMax = Math.floor(typed.length / 3)
  return items
    .map((item) => ({ item, mistakes: countMistakes(typed, [...toName(item).toLowerCase()]) }))
    .filter(({ mistakes }) => mistakes <= mistakesMax && mistakes < typed.length)
    .toSorted((a, b) => a.mistakes - b.mistakes || toName(a.item).length - toName(b.item).length)
    .map(({ item }) => item)
}

/** Returns the least number of mistakes that make `typed` of the beginning of `name`: the optimal string alignment distance. */
function countMistakes(typed: readonly string[], name: readonly string[]): number {
  // A row per typed character: the distance of what was typed so far from each beginning of the name.
  let [before, row]: number[][] = [[], Array.from({ length: name.length + 1 }, (_, at) => at)]
  for (const [index, character] of typed.entries()) {
    const next = [index + 1]
    for (const [at, expected] of name.entries()) {
      const isSwapped =
        index > 0 && at > 0 && character === name[at - 1] && typed[index - 1] === expected
      next.push(
        Math.min(
          row![at + 1]! + 1,
          next[at]! + 1,
          row![at]! + (character === expected ? 0 : 1),
          isSwapped ? before![at - 1]! + 1 : Infinity,
        ),
      )
    }
    ;[before, row] = [row!, next]
  }
  return Math.min(...row!)
}
