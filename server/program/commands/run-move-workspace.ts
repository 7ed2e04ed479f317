import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { moveWorkspace } from '#moves/move-workspace.ts'
import { recoverMoves } from '#moves/recover-moves.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `shards move-workspace`: moves a workspace to another shard, or with `abort` takes its move back. */
export async function runMoveWorkspace(options: {
  workspace: string
  to?: string
  abort?: boolean
}): Promise<Result> {
  const { to, abort } = options
  if ((to === undefined) !== (abort === true))
    throw new Error('Give either --to with the name of a shard, or --abort.')
  return withContext(async (context) => {
    const { id } = await getWorkspace(context, options.workspace)
    if (to === undefined) {
      const wasTakenBack = await recoverMoves(context, { aborts: id })
      return {
        json: { aborted: wasTakenBack },
        lines: [wasTakenBack ? 'The move was taken back.' : 'No move could be taken back.'],
      }
    }
    const onProgress = (line: string) => void process.stderr.write(`${line}\n`)
    const { pauseMs } = await moveWorkspace(context, { workspaceId: id, to, onProgress })
    return {
      json: { workspace_id: id, shard: to, pause_ms: pauseMs },
      lines: [`The workspace is on the shard "${to}".`],
    }
  })
}
