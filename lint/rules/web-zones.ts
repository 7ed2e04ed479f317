import { type Import, visitImports } from '../imports.ts'
import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'
import { PUBLIC_FILES, ZONES } from '../web-zones.ts'

type Zone = (typeof ZONES)[number]

/** Files of `web/` that are not modules of the app. */
const OUTSIDE = /^web\/(vite\.config\.ts$|public\/)/

/** The file of the widget that the app's settings show. */
const PREVIEW = 'web/widget/preview.ts'

/** Returns the zone that `path` belongs to; undefined when it is not a module of the app. */
function zoneOf(path: string): Zone | undefined {
  const [top, name] = path.split('/')
  return top === 'web' ? ZONES.find((zone) => zone === name) : undefined
}

function featureOf(path: string): string {
  return path.split('/')[2] ?? ''
}

/** Returns why `from` may not import this; undefined when it may. */
function refusal(from: string, { path }: Import): string | undefined {
  const zone = zoneOf(from)
  const target = path === undefined ? undefined : zoneOf(path)
  if (path === undefined || !zone || !target) return undefined
  const isPreview = zone === 'features' && path === PREVIEW
  if ((zone === 'widget') !== (target === 'widget') && !isPreview)
    return 'web/widget is a script of its own: it does not import from the app, and only features import its preview.'
  if (ZONES.indexOf(target) > ZONES.indexOf(zone))
    return `web/${zone} does not import web/${target}.`
  if (zone !== 'features' || target !== 'features') return undefined
  const [own, other] = [featureOf(from), featureOf(path)]
  if (own === other) return undefined
  if (PUBLIC_FILES[path.slice('web/features/'.length)]?.includes(own)) return undefined
  return `lint/web-zones.ts does not offer this file of ${other} to ${own}.`
}

/** Holds the zones of `web/`: no import from a lower zone to a higher one, and none into another feature's own files. */
export const webZones: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('web/') || isTestFile(from)) return {}
    const isPlaced = zoneOf(from) !== undefined || OUTSIDE.test(from)
    return {
      ...visitImports(from, (found) => {
        const message = refusal(from, found)
        if (message) context.report({ node: found.node, message })
      }),
      Program(node) {
        if (isPlaced) return
        context.report({ node, message: `${from} is in no zone of lint/web-zones.ts.` })
      },
    }
  },
}
