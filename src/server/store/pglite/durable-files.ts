import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * The engine's files in a real folder, with the call that the stock file system lacks: fsync. Without it the engine assumes that a commit
 * is on disk while it is only in the kernel's memory.
 */
export class DurableFiles extends NodeFS {
  #logSyncs = 0

  /** How often the write-ahead log was synced to disk since the start. */
  get logSyncs(): number {
    return this.#logSyncs
  }

  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }: Parameters<NonNullable<typeof emscriptenOpts.preRun>[number]>[0]) => {
        NODEFS.stream_ops.fsync = ({ nfd, node }: EngineStream) => {
          const path: string = NODEFS.realPath(node)
          // Reports the system's error to the engine, which stops rather than trust a file that did not reach the disk.
          NODEFS.tryFSOperation(() => syncData(nfd, path))
          if (LOG_SEGMENT.test(path)) this.#logSyncs++
          return 0
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

const LOG_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/

/** An open file of the engine; folders may have no system descriptor. */
interface EngineStream {
  readonly nfd?: number
  readonly node: unknown
}

function syncData(descriptor: number | undefined, path: string): void {
  const opened = descriptor ?? openSync(path, 'r')
  try {
    fdatasyncSync(opened)
  } finally {
    if (descriptor === undefined) closeSync(opened)
  }
}
