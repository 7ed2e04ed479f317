import type { Rule } from './rule.ts'
import { disableReason } from './rules/disable-reason.ts'
import { domainGraph } from './rules/domain-graph.ts'
import { envOnlyInConfig } from './rules/env-only-in-config.ts'
import { exportDocstring } from './rules/export-docstring.ts'
import { fileNamedAfterExport } from './rules/file-named-after-export.ts'
import { limitsByNetwork } from './rules/limits-by-network.ts'
import { orderedUpserts } from './rules/ordered-upserts.ts'
import { packageZones } from './rules/package-zones.ts'
import { plainStatements } from './rules/plain-statements.ts'
import { preparedColumns } from './rules/prepared-columns.ts'
import { recordEvent } from './rules/record-event.ts'
import { sharedImportsNothing } from './rules/shared-imports-nothing.ts'
import { simulatorApart } from './rules/simulator-apart.ts'
import { webFormats } from './rules/web-formats.ts'
import { webTakesTypes } from './rules/web-takes-types.ts'
import { webZones } from './rules/web-zones.ts'

const rules: Record<string, Rule> = {
  'disable-reason': disableReason,
  'domain-graph': domainGraph,
  'env-only-in-config': envOnlyInConfig,
  'export-docstring': exportDocstring,
  'file-named-after-export': fileNamedAfterExport,
  'limits-by-network': limitsByNetwork,
  'ordered-upserts': orderedUpserts,
  'package-zones': packageZones,
  'plain-statements': plainStatements,
  'prepared-columns': preparedColumns,
  'record-event': recordEvent,
  'shared-imports-nothing': sharedImportsNothing,
  'simulator-apart': simulatorApart,
  'web-formats': webFormats,
  'web-takes-types': webTakesTypes,
  'web-zones': webZones,
}

/** The architecture's rules as an oxlint plugin; `.oxlintrc.json` loads it and switches them on. */
export default { meta: { name: 'parley' }, rules }
