/** Changes made here that are in flight, by the id of what they change: they take precedence over the server's state. */
const pending = new Map<string, object[]>()

/** Applies the changes in flight to a conversation or a ticket as the server sent it. */
export function withPendingChanges<T extends { id: string }>(item: T): T {
  const own = pending.get(item.id)
  return own ? Object.assign({}, item, ...own) : item
}

/** Lets `change` take precedence over the server's state of what has this id, until the returned function is called. */
export function holdChange(id: string, change: object): () => void {
  pending.set(id, [...(pending.get(id) ?? []), change])
  return () => {
    const rest = pending.get(id)?.filter((each) => each !== change) ?? []
    if (rest.length > 0) pending.set(id, rest)
    else pending.delete(id)
  }
}
