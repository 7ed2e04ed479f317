import type { Db } from '#db/pool.ts'

/**
 * Returns `db` with `onQuery` called before each statement: with the text of a prepared one, with the query as JSON of the
 * others. What it throws fails the statement. Does not see prepared statements inside a transaction.
 */
export function watchQueries(db: Db, onQuery: (query: string) => void): Db {
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      onQuery(JSON.stringify(node))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const execute = watched.executeQuery.bind(watched) as typeof watched.executeQuery
  // Prepared statements are compiled already, and pass no plugin.
  watched.executeQuery = async (query) => {
    if ('sql' in query) onQuery(query.sql)
    return execute(query)
  }
  return watched
}
