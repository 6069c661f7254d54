// The client with hot reload and, behind its proxy, the server that restarts when its files change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { dieWithParent } from '../setup/die-with-parent.ts'
import { ROOT } from '../setup/root.mjs'
import { toolPath } from '../setup/run-tool.ts'

dieWithParent()

const COMMANDS = [
  ['--watch', '--watch-preserve-output', '--env-file-if-exists=.env', join(ROOT, 'src/server/main.ts')],
  [toolPath('vite')],
]

const children = COMMANDS.map((args) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }))
let stopping = false

for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= stopping ? 0 : (code ?? 1)
    stop('SIGTERM')
  })
}
process.on('SIGINT', () => stop('SIGINT'))
process.on('SIGTERM', () => stop('SIGTERM'))

function stop(signal: NodeJS.Signals): void {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill(signal)
}
