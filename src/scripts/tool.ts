import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from './child.mjs'

/**
 * Runs a JavaScript file under this Node, from the root, and collects what it prints. It leads a process group of its own, so that
 * the servers and browsers that it started end with it when this process ends before.
 */
export async function runTool(
  file: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<{ ok: boolean; output: string }> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void (child.pid && process.kill(-child.pid))
  process.on('exit', end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  process.off('exit', end)
  return { ok: code === 0, output }
}
