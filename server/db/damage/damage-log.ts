import type { Logger } from 'pino'
import { withinMs } from '#lib/time-budget.ts'
import { DAMAGE_ADVICE, readDamage } from './is-damage.ts'
import { nameRelation } from './name-relation.ts'
import type { Db } from '../pool.ts'

/** A damaged relation: `block` is the page that was read last, `count` how many statements failed there. */
type DamagedRelation = {
  relation: string
  block: number | null
  code: string
  count: number
  seen_at: Date
}

/** What the statements of this process found damaged on one server, since the process started. */
export type DamageLog = {
  /** Adds the place that an error reports, if it reports damage; `replica` names the copy of the server that has it. */
  note: (err: unknown, replica?: string) => void
  /** How many relations are damaged. */
  count: () => number
  /** Lists the damaged relations, by their names where PostgreSQL can still say them. */
  list: (db: Db) => Promise<DamagedRelation[]>
}

/** `path`: the file, if PostgreSQL names one; a replica has the same. `suffix`: which server. */
type Place = DamagedRelation & { path?: string; suffix: string; isNamed: boolean }

/** The most places that are remembered, because every partition has its own files. */
const PLACES_MAX = 100
/** The time limit of finding a name. Without one, the path of the file is listed. */
const NAME_MS = 500

/** Creates the log of a server. Logs each place once. */
export function createDamageLog(log: Pick<Logger, 'error'>, shard: string): DamageLog {
  const places = new Map<string, Place>()

  async function findName(db: Db, place: { path?: string }): Promise<string | undefined> {
    if (place.path === undefined) return undefined
    return withinMs(NAME_MS, () => nameRelation(db, place.path!)).catch(() => undefined)
  }

  return {
    note(err, replica) {
      const damage = readDamage(err)
      if (!damage) return
      const { block, code, path } = damage
      const suffix = replica === undefined ? '' : ` on the replica ${replica}`
      const place = `${damage.place}${suffix}`
      const known = places.get(place)
      if (!known && places.size >= PLACES_MAX) return
      if (!known) log.error({ err, shard, place }, `stored data is damaged. ${DAMAGE_ADVICE}`)
      places.set(place, {
        ...(known ?? {
          relation: place,
          suffix,
          isNamed: false,
          ...(path !== undefined && { path }),
        }),
        block,
        code,
        count: (known?.count ?? 0) + 1,
        seen_at: new Date(),
      })
    },
    count: () => places.size,
    async list(db) {
      await Promise.all(
        [...places.values()].map(async (place) => {
          if (place.isNamed) return
          const name = await findName(db, place)
          if (name !== undefined)
            Object.assign(place, { relation: `${name}${place.suffix}`, isNamed: true })
        }),
      )
      return [...places.values()].map(
        ({ path: _path, suffix: _suffix, isNamed: _isNamed, ...place }) => place,
      )
    },
  }
}
