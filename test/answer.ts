/** The response to an API call. `body` is parsed when it is JSON. */
export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  body: any
}
