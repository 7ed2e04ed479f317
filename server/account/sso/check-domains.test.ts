import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemScope } from '#db/context.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { readMailsTo } from '#test/mails.ts'
import { openSso } from '#test/sso.ts'
import { checkDomains } from './check-domains.ts'
import { addDomain, verifyDomain } from './domains.ts'
import { getSsoSettings } from './get-sso-settings.ts'
import type { LookupTxt } from './lookup-proof.ts'

const { context, call, openBrowser, open, openWorkspace } = await openSso()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const dnsError = (code: string) => Object.assign(new Error(code), { code })

/** A workspace with single sign-on and a domain that is verified by its record. `answer` is what the DNS says about it. */
async function openVerified() {
  const { scope, slug, issuer, admin } = await open()
  const domain = `${newId()}.example`
  let now = Date.now()
  const timed: Scope = { ...scope, clock: { now: () => new Date(now) } }
  await addDomain(timed, { domain, isVerified: false })
  const settings = async () =>
    (await getSsoSettings(timed)).domains.find((each) => each.domain === domain)!
  const { record } = await settings()
  const found = () => Promise.resolve([[record]])
  await verifyDomain(timed, domain, found)
  issuer.claims['email'] = `ravi@${domain}`
  const dns = { answer: found as () => Promise<string[][]>, lookups: 0 }
  const lookup: LookupTxt = async (name) => {
    if (name !== domain) throw dnsError('ETIMEOUT')
    dns.lookups += 1
    return dns.answer()
  }
  const check = () => checkDomains(timed, { lookup })
  return {
    scope: timed,
    slug,
    issuer,
    admin,
    domain,
    settings,
    dns,
    check,
    found,
    pass: (ms: number) => {
      now += ms
      return check()
    },
  }
}

const missing = () => Promise.resolve([['v=spf1 -all']])

async function readNotices({ db, workspaceId }: Scope) {
  const rows = await db
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, data }) => [kind, (data as { status: string }).status])
}

describe('a verified domain', () => {
  test('is looked up once per day, by one of several processes', async () => {
    const { check, dns, pass } = await openVerified()
    await check()
    assert.equal(dns.lookups, 0)
    await pass(DAY)
    assert.equal(dns.lookups, 1)
    await pass(DAY - MINUTE)
    assert.equal(dns.lookups, 1)
    await Promise.all([pass(MINUTE), check(), check()])
    assert.equal(dns.lookups, 2)
  })

  test('is looked up again when the process that claimed it is gone, whose late result changes nothing', async () => {
    const { dns, pass, settings } = await openVerified()
    const late = Promise.withResolvers<string[][]>()
    const started = Promise.withResolvers<void>()
    dns.answer = () => {
      started.resolve()
      return late.promise
    }
    const first = pass(DAY)
    await started.promise
    dns.answer = () => Promise.resolve([[record]])
    const { record } = await settings()
    await pass(9 * MINUTE)
    assert.equal(dns.lookups, 1)
    await pass(MINUTE)
    assert.equal(dns.lookups, 2)
    late.resolve([])
    await first
    assert.equal((await settings()).missing_since, null)
  })

  test('admits new members for seven days without its record, and then only members sign in', async () => {
    const { scope, slug, issuer, admin, domain, dns, pass, settings } = await openVerified()
    const { email } = (await call('GET /api/session', { headers: admin.headers })).body.user
    const member = openBrowser()
    assert.equal(await member.sso(slug), '/inbox')
    dns.answer = missing
    await pass(DAY)
    const { missing_since: since, lapses_at: lapsesAt } = await settings()
    assert.equal(lapsesAt!.getTime() - since!.getTime(), 7 * DAY)
    for (let day = 1; day < 7; day++) await pass(DAY)
    Object.assign(issuer.claims, { sub: 'asha', email: `asha@${domain}` })
    assert.equal(await openBrowser().sso(slug), '/inbox')
    assert.deepEqual(await readNotices(scope), [['domain_unproved', 'missing']])
    await pass(DAY)
    const lapsed = await settings()
    assert.deepEqual([lapsed.verified_at, lapsed.missing_since], [null, null])
    assert.equal(lapsed.lapsed_at?.getTime(), scope.clock.now().getTime())
    Object.assign(issuer.claims, { sub: 'new', email: `new@${domain}` })
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_refused')
    Object.assign(issuer.claims, { sub: 'ravi', email: `ravi@${domain}` })
    assert.equal(await openBrowser().sso(slug), '/inbox')
    assert.equal((await member.ask('GET /api/session')).status, 200)
    const found = await call('POST /api/auth/sso/find', { body: { email: `ravi@${domain}` } })
    assert.equal(found.body.options[0].workspace, slug)
    await pass(30 * DAY)
    assert.deepEqual(await readNotices(scope), [
      ['domain_unproved', 'missing'],
      ['domain_unproved', 'lapsed'],
    ])
    const mails = await readMailsTo(context, email)
    assert.match(mails[0]!.subject, /TXT record missing/)
    assert.match(mails[0]!.text, /parley-verification=/)
    assert.match(mails[1]!.subject, /Domain no longer verified/)
    const { body } = await call('GET /api/developer/audit-log?action=sso.domain_lapsed', {
      headers: admin.headers,
    })
    assert.equal(body.data[0].target.id, domain)
    const listed = await call('GET /api/developer/notices', { headers: admin.headers })
    assert.equal(listed.body.data[0].data.domain, domain)
  })

  test('counts without a gap when the record is back in time, and can be verified again afterwards', async () => {
    const { scope, domain, dns, found, pass, settings } = await openVerified()
    dns.answer = () => Promise.reject(dnsError('ENOTFOUND'))
    await pass(DAY)
    assert.ok((await settings()).missing_since)
    dns.answer = found
    await pass(6 * DAY)
    assert.equal((await settings()).missing_since, null)
    dns.answer = missing
    await pass(DAY)
    await verifyDomain(scope, domain, found)
    assert.equal((await settings()).missing_since, null)
    await pass(DAY)
    await pass(7 * DAY)
    assert.equal((await settings()).verified_at, null)
    await verifyDomain(scope, domain, found)
    const { verified_at: verifiedAt, lapsed_at: lapsedAt, is_checked: isChecked } = await settings()
    assert.deepEqual([verifiedAt !== null, lapsedAt, isChecked], [true, null, true])
  })

  test('is free for another workspace once it lapsed, which its addresses then find first', async () => {
    const { domain, dns, pass, slug } = await openVerified()
    const other = await open()
    const verify = () => addDomain(other.scope, { domain, isVerified: true })
    await assert.rejects(verify(), { code: 'domain_taken' })
    dns.answer = missing
    await pass(DAY)
    await pass(7 * DAY)
    await verify()
    const { body } = await call('POST /api/auth/sso/find', { body: { email: `new@${domain}` } })
    const workspaces = body.options.map(({ workspace }: { workspace: string }) => workspace)
    assert.deepEqual(workspaces, [other.slug, slug])
  })

  test('does not change when the DNS does not answer, and is looked up again after an hour', async () => {
    const { dns, pass, settings, scope } = await openVerified()
    dns.answer = () => Promise.reject(dnsError('ESERVFAIL'))
    await pass(DAY)
    for (let day = 0; day < 10; day++) await pass(DAY)
    assert.equal(dns.lookups, 11)
    await pass(59 * MINUTE)
    assert.equal(dns.lookups, 11)
    await pass(MINUTE)
    assert.equal(dns.lookups, 12)
    const { verified_at: verifiedAt, missing_since: since } = await settings()
    assert.deepEqual([verifiedAt !== null, since], [true, null])
    assert.deepEqual(await readNotices(scope), [])
  })

  test('is not looked up if the operator vouches for it', async () => {
    const { scope } = await openWorkspace()
    const domain = `${newId()}.example`
    await addDomain(scope, { domain, isVerified: true })
    const later = systemScope(
      { ...context, clock: { now: () => new Date(Date.now() + 365 * DAY) } },
      scope.workspaceId,
    )
    const names: string[] = []
    await checkDomains(later, {
      lookup: async (name) => {
        names.push(name)
        throw dnsError('ETIMEOUT')
      },
    })
    assert.ok(!names.includes(domain))
    assert.equal((await getSsoSettings(scope)).domains[0]?.is_checked, false)
  })
})
