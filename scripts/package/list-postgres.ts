import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Content } from './list-contents.ts'

/** The folder of PostgreSQL in the artefact. */
const PLACE = 'libexec/postgresql'
/** The folder of its Python package. Programs find libraries by paths relative to it. */
const INSTALLED = 'embedded_postgres/pginstall'

/** The programs in the artefact: the server's, and what an operator needs. */
const PROGRAMS =
  /\/bin\/(?:postgres|initdb|pg_ctl|psql|pg_dump|pg_restore|pg_basebackup|pg_verifybackup|pg_waldump)$/
/** Files that Parley does not use: build tools for extensions, libraries for C programs, and the extension of another project. */
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
