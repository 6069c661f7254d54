import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#tests/setup/free-port.ts'

export interface BenchProcess {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** Runs one of the servers for comparison, until it reports that it is ready. */
export async function startBenchProcess(
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  if (child.exitCode !== null) throw new Error(`${script} ended at once`)
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
