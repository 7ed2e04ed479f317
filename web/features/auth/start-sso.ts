/** Leaves the app for the issuer of a workspace, which leads back to `next`. */
export function startSso(input: { workspace: string; next: string; email?: string }): void {
  const { workspace, next, email } = input
  const query = new URLSearchParams({ workspace, next, ...(email !== undefined && { email }) })
  window.location.assign(`/api/auth/sso/start?${query}`)
}
