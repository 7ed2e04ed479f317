import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Content } from './list-contents.ts'

/** The folder of PostgreSQL in the artefact. */
const PLACE = 'libexec/postgresql'
/** The folders of its Python package, from which its programs find each other and their libraries. */
const INSTALLED = 'embedded_postgres/pginstall'

/** The programs in the artefact: the server's, and what an operator needs. */
const PROGRAMS =
  /\/bin\/(?:postgres|initdb|pg_ctl|psql|pg_dump|pg_restore|pg_basebackup|pg_verifybackup|pg_waldump)$/
/** What extensions are compiled with, the libraries for C programs, and an extension that belongs to another project. */
const UNUSED =
  /\.a$|\/lib\/(?:pgxs|pkgconfig)\/|\/lib\/lib(?:ecpg\w*|pgtypes|pq)\.[^/]*$|\/share\/doc\/|\/vector[^/]*$/
const WANTED = /^embedded_postgres(?:\.libs|\/\.dylibs)\/|\/pginstall\/(?:bin|lib|share)\//

/** Returns PostgreSQL's files in the artefact. `folder` is where `fetchPostgres` put its Python package. */
export function listPostgres(folder: string): Content[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => WANTED.test(path) && !UNUSED.test(path))
    .filter((path) => PROGRAMS.test(path) || !/\/pginstall\/bin\//.test(path))
  return [
    ...files.map((path) => ({
      path: `${PLACE}/${path}`,
      file: join(folder, path),
      isExecutable: PROGRAMS.test(path),
    })),
    { path: `${PLACE}/bin`, link: `${INSTALLED}/bin` },
  ]
}
