/** The response to an API call. `body` is parsed when it is JSON. */
export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  body: any
}

/** Returns the session cookie that a response sets, as `name=value`; an empty text when it sets none. */
export function sessionCookieOf({ headers }: Answer): string {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  return cookies.find((each) => each.includes('.session_token='))?.split(';', 1)[0] ?? ''
}
