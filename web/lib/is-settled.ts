/**
 * Returns whether a query has ended once, also by an error, or asks nothing. Where its end decides what a page mounts, `isLoading` does not do:
 * a query that failed is read again when what is mounted asks for it too, which would take that away again, without an end.
 */
export function isSettled({
  isFetched,
  isLoading,
}: {
  isFetched: boolean
  isLoading: boolean
}): boolean {
  return isFetched || !isLoading
}
