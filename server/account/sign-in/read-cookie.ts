/** Returns the decoded value of a cookie, or undefined if the header does not have it or it is malformed. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const text = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
