import { findMentions } from './find-mentions.ts'
import type { Mention } from './find-mentions.ts'
import { isGuarded, visibleRow } from './visible-row.ts'
import type { ViewerParameter } from './visible-row.ts'
import type { Viewer } from './viewer.ts'

/** A statement with the conditions of a viewer, and the parameters that follow those of the statement. */
type GuardedStatement = { text: string; parameters: readonly ViewerParameter[] }

/** Most statements that are kept, of each kind of viewer: their texts are few, but filters combine. */
const KEPT_MAX = 2_000

const kept = new Map<Viewer['kind'], Map<string, GuardedStatement>>()

/**
 * Returns a statement in which each guarded table that it reads is replaced by the rows that a viewer sees, and which changes and deletes
 * only such rows. `count` is the number of its parameters. Rows that it inserts are not checked: a verb has read what they belong to.
 *
 * @throws {Error} (the guarded tables of the statement cannot be told apart from other names)
 */
export function guardStatement(
  kind: Viewer['kind'],
  text: string,
  count: number,
): GuardedStatement {
  const known = kept.getOrInsertComputed(kind, () => new Map<string, GuardedStatement>())
  const found = known.get(text)
  if (found) return found
  const guarded = build(kind, text, count)
  if (known.size >= KEPT_MAX) known.clear()
  known.set(text, guarded)
  return guarded
}

function build(kind: Viewer['kind'], text: string, count: number): GuardedStatement {
  const parameters: ViewerParameter[] = []
  const $ = (name: ViewerParameter): string => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${count + 1 + parameters.indexOf(name)}`
  }
  const condition = ({ table, name }: Pick<Mention, 'table' | 'name'>) => {
    if (!isGuarded(table)) throw new Error(`The table ${table} has no decision.`)
    return visibleRow(table, name, { kind, $ })
  }
  const changes = findMentions(text, isGuarded).flatMap((mention) => {
    if (mention.kind === 'target') {
      const { start, end } = mention.where
      return [
        {
          start,
          end: start,
          by: ` (${condition({ ...mention, name: `"${mention.name}"` })}) and (`,
        },
        { start: end, end, by: ') ' },
      ]
    }
    const { table, start, end, hasAlias } = mention
    const rows = `(select seen.* from ${table} as seen where ${condition({ table, name: 'seen' })})`
    return [{ start, end, by: hasAlias ? rows : `${rows} as ${table}` }]
  })
  // From the end, so that the places before stay as they are. An insertion at the end of another one comes first.
  const guarded = changes
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((before, { start, end, by }) => before.slice(0, start) + by + before.slice(end), text)
  return { text: guarded, parameters }
}
