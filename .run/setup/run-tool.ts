import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/** Where the installed tools keep their command files: run by Node itself, so that no shell and no `.cmd` is needed. */
const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  chakra: '@chakra-ui/cli/bin/index.js',
  knip: 'knip/bin/knip.js',
  playwright: 'playwright/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

export type Tool = keyof typeof TOOLS

export type ToolRun = { ok: boolean; output: string }

/** Runs an installed tool from the root and collects what it prints. It ends with this process. */
export function runTool(tool: Tool, args: string[], env: NodeJS.ProcessEnv = {}): Promise<ToolRun> {
  const child = spawn(process.execPath, [toolPath(tool), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => void child.kill()
  process.once('exit', kill)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', kill)
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

export function toolPath(tool: Tool): string {
  return join(ROOT, 'node_modules', TOOLS[tool])
}
