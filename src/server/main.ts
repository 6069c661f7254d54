import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type App, openApp } from './compose/app.ts'
import { parseConfig, readEnvironment } from './config/config.ts'

const CLIENT_DIR = fileURLToPath(new URL('../../dist', import.meta.url))

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  // Files of this process are for its own user alone; the engine of the built-in database would let everybody read.
  process.umask(0o077)
  const config = parseConfig(readEnvironment())
  let app: App | undefined
  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    await app?.close()
    // Whatever a vendor's connection still keeps alive must not keep us.
    process.exit(code)
  }
  app = await openApp({
    config,
    clientDir: existsSync(CLIENT_DIR) ? CLIENT_DIR : undefined,
    onLost: (reason) => {
      process.stderr.write(`${reason}\n`)
      void stop(1)
    },
    progress: (step) => say(`· ${step}`),
  })
  // One Ctrl-C comes twice, from the terminal and from npm: the second must not cut the stop short.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
  say(`Kimia is ready: ${config.publicUrl}`)
  if (config.providers.sandboxes.length > 0) say(`Sandbox messages: ${config.publicUrl}/sandbox/inbox`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})
