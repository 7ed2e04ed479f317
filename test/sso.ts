import assert from 'node:assert/strict'
import { addDomain } from '#account/sso/domains.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import type { Answer } from './answer.ts'
import { openTestApi } from './app.ts'
import type { Call } from './app.ts'
import { openTestContext } from './context.ts'
import { createTestWorkspace } from './factories.ts'
import { startIssuer } from './issuer.ts'
import { signInTestMember, TEST_PASSWORD } from './session.ts'

/** Starts an API that can reach issuers on loopback. `open` creates a workspace with single sign-on. */
export async function openSso() {
  const opened = await openTestContext()
  const context = {
    ...opened.context,
    config: { ...opened.context.config, allowLocalWebhooks: true },
  }
  let address = 0
  /** Returns a function that calls an API from another network each time, because attempts are limited by network. */
  const fromAnywhere =
    (api: Call): Call =>
    (request, options) =>
      api(request, { address: `10.1.${++address >> 8}.${address & 255}`, ...options })
  const call = fromAnywhere((await openTestApi(context)).call)
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }

  /** A browser: it keeps cookies and can visit an issuer. */
  function openBrowser(api: Call = call) {
    const cookies = new Map<string, string>()
    const browser = {
      cookies,
      async ask(request: string, body?: unknown): Promise<Answer> {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await api(request, {
          headers: { ...sameOrigin, ...(cookie && { cookie }) },
          ...(body !== undefined && { body }),
        })
        for (const header of [answer.headers['set-cookie'] ?? []].flat()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(header)) ?? []
          if (value === '') cookies.delete(name)
          else cookies.set(name, value)
        }
        return answer
      },
      async signIn(email: string): Promise<Answer> {
        return browser.ask('POST /api/auth/sign-in/email', { email, password: TEST_PASSWORD })
      },
      /** Visits the issuer and returns the path of the callback. */
      async visit(started: Answer): Promise<string> {
        assert.equal(started.status, 303, started.text)
        const response = await fetch(String(started.headers['location']), { redirect: 'manual' })
        const back = new URL(response.headers.get('location')!)
        return back.pathname + back.search
      },
      /** Signs in with single sign-on and returns where the browser ends up. */
      async sso(slug: string, next = '/inbox'): Promise<string> {
        const started = await browser.ask(
          `GET /api/auth/sso/start?workspace=${slug}&next=${encodeURIComponent(next)}`,
        )
        if (!String(started.headers['location']).startsWith('http'))
          return String(started.headers['location'])
        const answer = await browser.ask(`GET ${await browser.visit(started)}`)
        assert.equal(answer.status, 303, answer.text)
        return String(answer.headers['location'])
      },
    }
    return browser
  }

  /** A workspace whose admin has set up single sign-on with an issuer, with a verified domain. */
  async function open(settings: Record<string, unknown> = {}) {
    const { scope, slug } = await openWorkspace()
    const domain = `${newId()}.example`
    const issuer = await startIssuer({ sub: 'ravi', email: `ravi@${domain}`, email_verified: true })
    const admin = await signInTestMember(call, scope)
    const configure = (more: Record<string, unknown> = {}) =>
      call('PATCH /api/developer/sso', {
        headers: admin.headers,
        body: {
          issuer: issuer.url,
          client_id: 'parley',
          client_secret: 'the client secret',
          label: 'Acme',
          default_role: 'agent',
          role_claim: null,
          role_values: {},
          ...settings,
          ...more,
        },
      })
    const configured = await configure()
    assert.equal(configured.status, 200, configured.text)
    assert.ok(!configured.text.includes('the client secret'))
    await addDomain(scope, { domain, isVerified: true })
    return { scope, slug, domain, issuer, admin, configure }
  }

  async function openWorkspace(): Promise<{ scope: Scope; slug: string }> {
    const { scope } = await createTestWorkspace(context)
    const { slug } = await context.directory
      .selectFrom('workspaces')
      .select('slug')
      .where('id', '=', scope.workspaceId)
      .executeTakeFirstOrThrow()
    return { scope, slug }
  }

  async function countSessions(email: string): Promise<number> {
    const rows = await context.directory
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('users.email', '=', email)
      .execute()
    return rows.length
  }
  return { context, call, fromAnywhere, openBrowser, open, openWorkspace, countSessions }
}
