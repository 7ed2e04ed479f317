/** The answer to a call of the API. `body` is parsed when it is JSON. */
export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  body: any
}
