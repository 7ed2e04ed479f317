/** Random choices that a seed determines. `between` includes both ends, `chance` is true in that share of calls. */
export type Random = {
  between: (low: number, high: number) => number
  chance: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
}

/** Source: the mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    chance: (share) => next() < share,
    pick: (list) => list[between(0, list.length - 1)]!,
  }
}
